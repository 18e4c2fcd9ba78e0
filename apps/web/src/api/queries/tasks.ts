import type { TasksListQuery } from '@tandem/client';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export type TaskFilter = Omit<TasksListQuery, 'limit' | 'cursor'>;

export const taskList = (filter: TaskFilter) =>
  listOf(['tasks', filter], (asked, options) => tandem.tasks.list({ ...filter, ...asked }, options));

/** Only the newest matching task, to check whether any exist. It is updated like the lists. */
export const newestTask = (filter: TaskFilter) =>
  listOf(['tasks', filter, 'newest'], (asked, options) =>
    tandem.tasks.list({ ...filter, ...asked, limit: 1 }, options),
  );
