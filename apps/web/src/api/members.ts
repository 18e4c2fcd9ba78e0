import type { Member } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useChoices } from './queries/lists.ts';
import { members } from './queries/members.ts';

/** People and agents of the workspace. */
export const useMembers = (): readonly Member[] => useChoices(useInfiniteQuery(members));

/** The member with this name, as tasks name them; undefined for removed members. */
export const memberOf = (all: readonly Member[], name: string): Member | undefined =>
  all.find((member) => member.name === name);

/** Returns a member's display name, or the bare name of an unknown or removed member. */
export function useNameOf(): (name: string) => string {
  const all = useMembers();
  return (name) => memberOf(all, name)?.displayName ?? name;
}
