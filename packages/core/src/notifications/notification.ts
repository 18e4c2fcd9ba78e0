import type { CallerType } from '../access/caller.ts';
import type { TaskStatus } from '../tasks/status.ts';

/** Notifies a subscriber of a transition (docs/rules.md, Notifications). Derived from the event in the log. */
export interface Notification {
  readonly id: string;
  readonly kind: 'task_transitioned';
  /** The current task. */
  readonly task: { readonly taskNumber: number; readonly title: string; readonly status: TaskStatus };
  readonly actor: { readonly name: string; readonly type: CallerType };
  readonly from: TaskStatus;
  readonly to: TaskStatus;
  readonly reason: string | null;
  readonly readAt: number | null;
  readonly createdAt: number;
}
