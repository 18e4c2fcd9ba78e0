import type { TasksListQuery } from '@tandem/client';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export type TaskFilter = Omit<TasksListQuery, 'limit' | 'cursor'>;

export const taskList = (filter: TaskFilter) =>
  listOf(['tasks', filter], (asked, options) => tandem.tasks.list({ ...filter, ...asked }, options));
