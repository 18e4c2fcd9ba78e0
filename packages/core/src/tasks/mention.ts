import type { Blocker } from './status.ts';
import type { Task } from './task.ts';

/** A task as other things show it. */
export type TaskMention = Blocker;

export const mentionOf = ({ taskNumber, title, status, assignee }: Task): TaskMention => ({
  taskNumber,
  title,
  status,
  assignedTo: assignee?.name ?? null,
});
