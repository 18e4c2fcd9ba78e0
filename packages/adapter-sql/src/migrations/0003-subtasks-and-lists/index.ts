import { externalIds } from './external-ids.ts';
import { lists } from './lists.ts';
import { subtasks } from './subtasks.ts';

/** Sub-tasks, external ids, metadata, and lists that sort. */
export const subtasksAndLists = [subtasks, externalIds, lists].join('\n');
