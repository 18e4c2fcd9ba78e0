import type { Member } from '@tandem/client';
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf, useChoices } from './lists.ts';

const members = listOf(['members'], (page, options) => tandem.members.list(page, options));

export const people = listOf(['members', 'people'], (page, options) =>
  tandem.members.list({ ...page, type: 'human' }, options),
);

/** A member by id, with the role if that member is the signed-in person. */
export const member = (id: string) =>
  queryOptions({ queryKey: ['member', id], queryFn: ({ signal }) => tandem.members.get(id, { signal }) });

/** People and agents of the workspace. */
export const useMembers = (): readonly Member[] => useChoices(useInfiniteQuery(members));

/** Members who can be assigned tasks: verifiers can't. */
export const useAssignable = (): readonly Member[] => useMembers().filter(({ verifier }) => !verifier);

/** The member with this name, as tasks name them; undefined for removed members. */
export const memberOf = (all: readonly Member[], name: string): Member | undefined =>
  all.find((member) => member.name === name);

/** Returns a member's display name, or the bare name of an unknown or removed member. */
export function useNameOf(): (name: string) => string {
  const all = useMembers();
  return (name) => memberOf(all, name)?.displayName ?? name;
}
