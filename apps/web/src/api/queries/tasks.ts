import type { TasksListQuery } from '@tandem/client';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export type TaskFilter = Omit<TasksListQuery, 'limit' | 'cursor'>;

export const taskList = (filter: TaskFilter) =>
  listOf(['tasks', filter], (asked, options) => tandem.tasks.list({ ...filter, ...asked }, options));

/** The newest such task alone, for whoever asks whether there is any. What comes into lists comes into it as well. */
export const newestTask = (filter: TaskFilter) =>
  listOf(['tasks', filter, 'newest'], (asked, options) =>
    tandem.tasks.list({ ...filter, ...asked, limit: 1 }, options),
  );
