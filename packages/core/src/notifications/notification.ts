import type { Caller, CallerType } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';
import type { TaskStatus } from '../tasks/status.ts';

/** What a notification is about, the strongest first. */
export const NOTIFICATION_KINDS = [
  'mentioned',
  'reviewed',
  'answered',
  'assigned',
  'commented',
  'moved',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

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

/** The member whose notifications and subscriptions the caller uses; 403 without one. */
export function inboxOf(caller: Caller): string {
  if (caller.inboxId) return caller.inboxId;
  throw new Refusal(
    'FORBIDDEN',
    'This key does not belong to a member, so it has no notifications. Use the key of a person, an agent or a service.',
  );
}
