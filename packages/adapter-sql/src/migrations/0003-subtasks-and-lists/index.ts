import { externalIds } from './external-ids.ts';
import { lists } from './lists.ts';

/** Sub-tasks, external ids, metadata, and lists that sort. */
export const subtasksAndLists = [externalIds, lists].join('\n');
