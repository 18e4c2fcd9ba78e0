import type { Me, Role, Scope } from '@tandem/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { me } from './queries/me.ts';
import { member } from './queries/members.ts';

export interface Who extends Me {
  /** Undefined while it is not known, or may not be read. */
  readonly role: Role | undefined;
  /** May administer people and the workspace. The server judges; this only spares offering what it would refuse. */
  readonly isAdmin: boolean;
  /** Signed in by a key that expires: what would outlast it is refused (docs/rules.md, Lent keys). */
  readonly isLent: boolean;
}

/** Who is signed in. */
export function useWho(): Who & { readonly isKnown: boolean } {
  const own = useSuspenseQuery(me).data;
  const { data, isPending } = useQuery(member(own.caller.id));
  const role = data?.role ?? undefined;
  return {
    ...own,
    role,
    isAdmin: role === 'admin' && own.key.scopes.includes('full'),
    isLent: own.key.expiresAt !== null,
    isKnown: !isPending,
  };
}

/** Whoever is signed in, where the role is of no concern. */
export const useCaller = () => useSuspenseQuery(me).data.caller;

/** Whether a key reaches what needs a scope: `full` is all of them but those of chats. */
export const reaches = ({ scopes }: Me['key'], scope: Scope): boolean =>
  scopes.includes(scope) || (scopes.includes('full') && !scope.startsWith('chat:'));

/** Whether whoever is signed in may do what needs this scope. The server judges; this only spares offering the rest. */
export const useMay = (scope: Scope): boolean => reaches(useSuspenseQuery(me).data.key, scope);
