import { CHAT_SCOPES, type Me, type Role, type Scope } from '@tandem/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { me } from './me.ts';
import { member } from './members.ts';

export interface CurrentMember extends Me {
  /** Undefined while it is loading, or if it may not be read. */
  readonly role: Role | undefined;
  /** May manage people and the workspace. The server enforces it; this only hides unavailable actions. */
  readonly isAdmin: boolean;
  /** Signed in with a key that expires: keys that would outlive it are refused (docs/rules.md, Lent keys). */
  readonly hasExpiringKey: boolean;
}

/** The signed-in person, with role and permissions. */
export function useCurrentMember(): CurrentMember & { readonly isKnown: boolean } {
  const own = useSuspenseQuery(me).data;
  const { data, isPending } = useQuery(member(own.caller.id));
  const role = data?.role ?? undefined;
  return {
    ...own,
    role,
    isAdmin: role === 'admin' && own.key.scopes.includes('full'),
    hasExpiringKey: own.key.expiresAt !== null,
    isKnown: !isPending,
  };
}

/** The signed-in person, without the role. */
export const useCaller = () => useSuspenseQuery(me).data.caller;

/** Returns whether a key includes a scope: `full` includes all scopes except those of chats. */
export const reaches = ({ scopes }: Me['key'], scope: Scope): boolean =>
  scopes.includes(scope) || (scopes.includes('full') && !CHAT_SCOPES.includes(scope));

/** Returns whether the session includes this scope. The server enforces it; this only hides unavailable actions. */
export const useMay = (scope: Scope): boolean => reaches(useSuspenseQuery(me).data.key, scope);
