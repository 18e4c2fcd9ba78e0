import { externalIds } from './external-ids.ts';

/** Sub-tasks, external ids, metadata, and lists that sort. */
export const subtasksAndLists = [externalIds].join('\n');
