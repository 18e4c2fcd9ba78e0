import type { TasksListQuery } from '@tandem/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { tandem } from './tandem.ts';

/** Items of a page of a list: few enough to come at once, many enough to fill a tall screen. */
const PAGE = 100;

/*
 * Everything that the page reads, by subject. The first word of a key is the subject, by which events refresh it
 * (live/refresh.ts).
 */

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => tandem.workspace.me({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export type TaskFilter = Omit<TasksListQuery, 'limit' | 'cursor'>;

export const taskList = (filter: TaskFilter) =>
  infiniteQueryOptions({
    queryKey: ['tasks', filter],
    queryFn: ({ pageParam, signal }) =>
      tandem.tasks.list({ ...filter, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor, hasMore }) => (hasMore ? cursor : null),
  });

export const task = (taskNumber: number) =>
  queryOptions({
    queryKey: ['task', taskNumber],
    queryFn: ({ signal }) => tandem.tasks.get(taskNumber, { signal }),
  });

export const inbox = infiniteQueryOptions({
  queryKey: ['inbox'],
  queryFn: ({ pageParam, signal }) =>
    tandem.inbox.list({ limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ cursor, hasMore }) => (hasMore ? cursor : null),
});
