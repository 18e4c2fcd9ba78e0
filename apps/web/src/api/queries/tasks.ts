import type { TasksListQuery } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export type TaskFilter = Omit<TasksListQuery, 'limit' | 'cursor'>;

export const taskList = (filter: TaskFilter) =>
  listOf(['tasks', filter], (page, options) => tandem.tasks.list({ ...filter, ...page }, options));

/** Numbers of matching tasks by status, up to 9,999 each. */
export const taskCounts = ({ sort: _, order: __, ...filter }: TaskFilter) =>
  queryOptions({
    queryKey: ['task-counts', filter],
    queryFn: ({ signal }) => tandem.tasks.counts(filter, { signal }),
  });

/** Only the newest matching task, to check whether any exist. It is updated like the lists. */
export const newestTask = (filter: TaskFilter) =>
  listOf(['tasks', filter, 'newest'], (page, options) =>
    tandem.tasks.list({ ...filter, ...page, limit: 1 }, options),
  );
