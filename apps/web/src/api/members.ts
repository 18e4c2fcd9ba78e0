import type { Member } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useChoices } from './queries/lists.ts';
import { members } from './queries/members.ts';

/** People and agents of the workspace. */
export const useMembers = (): readonly Member[] => useChoices(useInfiniteQuery(members));

/** The member of a name, as tasks name them; nobody where they have been removed. */
export const memberOf = (all: readonly Member[], name: string): Member | undefined =>
  all.find((member) => member.name === name);

/** What people call the member of a name; somebody who is not known, or no longer, by the bare name. */
export function useNameOf(): (name: string) => string {
  const all = useMembers();
  return (name) => memberOf(all, name)?.displayName ?? name;
}
