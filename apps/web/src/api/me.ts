import { useSuspenseQuery } from '@tanstack/react-query';
import { useMembers } from './members.ts';
import { me } from './queries/me.ts';

/** Whoever is signed in. */
export const useCaller = () => useSuspenseQuery(me).data.caller;

/** Whether whoever is signed in is an admin. */
export function useIsAdmin(): boolean {
  const { id } = useCaller();
  return useMembers().find((member) => member.id === id)?.role === 'admin';
}
