import { useInfiniteQuery } from '@tanstack/react-query';
import { members } from '../../../api/queries/members.ts';

/** What members are called, by their ids: of the newest ones. Whoever may not read them sees no names. */
export function useNames(): ReadonlyMap<string, string> {
  const { data } = useInfiniteQuery(members);
  return new Map(data?.pages.flatMap((page) => page.data.map(({ id, displayName }) => [id, displayName])));
}
