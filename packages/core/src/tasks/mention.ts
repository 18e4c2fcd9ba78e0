import type { Blocker } from './status.ts';
import type { Task } from './task.ts';

/** A reference to a task, as embedded in other resources. */
export type TaskMention = Blocker;

export const mentionOf = ({ taskNumber, title, status, assignee }: Task): TaskMention => ({
  taskNumber,
  title,
  status,
  assignedTo: assignee?.name ?? null,
});
