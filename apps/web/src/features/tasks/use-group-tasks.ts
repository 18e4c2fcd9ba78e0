import type { Task } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { itemsOf } from '../../api/queries/lists.ts';
import { taskList } from '../../api/queries/tasks.ts';
import type { Group } from './groups.ts';

/** Heartbeats raise no events, so lists with running tasks are polled. */
const POLL_MS = 60_000;
/** Longer lists aren't polled, because every page would be read. */
const MAX_PAGES_AGAIN = 3;
/** Pages read without a click when the page filters tasks itself. */
export const PAGES_LOOKED_THROUGH = 5;

interface Pages {
  readonly pages: readonly { readonly data: readonly Task[] }[];
}

const tasksOf = (data: Pages | undefined, keeps: Group['keeps']): readonly Task[] => {
  const all = itemsOf(data);
  return keeps ? all.filter(keeps) : all;
};

export const readAgainAfter = (data: Pages | undefined): number | false =>
  data && data.pages.length <= MAX_PAGES_AGAIN && tasksOf(data, ({ claim }) => claim !== null).length > 0
    ? POLL_MS
    : false;

/** The loaded tasks of a group. */
export function useGroupTasks({ filter, keeps }: Group, enabled: boolean) {
  const query = useInfiniteQuery({
    ...taskList(filter),
    enabled,
    refetchInterval: ({ state }) => readAgainAfter(state.data),
  });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetching, fetchNextPage, refetch } =
    query;
  const tasks = useMemo(() => tasksOf(data, keeps), [data, keeps]);
  const pagesRead = data?.pages.length ?? 0;
  return {
    tasks,
    error,
    isPending,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    /** The next page loads automatically on scrolling. */
    loadsMore: hasNextPage && !isFetching && !error && (!keeps || pagesRead % PAGES_LOOKED_THROUGH !== 0),
    readMore: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    retry: useCallback(() => void refetch(), [refetch]),
  };
}
