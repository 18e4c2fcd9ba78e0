import { externalIds } from './external-ids.ts';
import { lists } from './lists.ts';
import { subtasks } from './subtasks.ts';
import { views } from './views.ts';

/** Sub-tasks, external ids, metadata, lists that sort, and views. */
export const subtasksAndLists = [subtasks, externalIds, lists, views].join('\n');
