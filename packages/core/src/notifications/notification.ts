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

/** Tells a member of an event about a task (docs/rules.md, Notifications). Derived from the event in the log. */
export interface Notification {
  readonly id: string;
  readonly kind: NotificationKind;
  /** The current task. */
  readonly task: { readonly taskNumber: number; readonly title: string; readonly status: TaskStatus };
  readonly actor: { readonly name: string; readonly type: CallerType };
  /** The statuses of a move; null if the task was not moved. */
  readonly from: TaskStatus | null;
  readonly to: TaskStatus | null;
  readonly reason: string | null;
  /** The comment, unless it has been deleted. */
  readonly commentId: string | null;
  /** The beginning of the comment as it is now. */
  readonly excerpt: string | null;
  readonly readAt: number | null;
  readonly createdAt: number;
}

/** The length of an excerpt, in code points. */
export const EXCERPT = 200;

/** Where a member was mentioned, with the text as it is now. */
export interface Mention {
  /** The id of the notification. */
  readonly id: string;
  readonly taskNumber: number;
  readonly title: string;
  readonly by: { readonly name: string; readonly type: CallerType };
  /** null for a mention in the description of the task. */
  readonly commentId: string | null;
  /** The comment or the description. */
  readonly text: string;
  readonly createdAt: number;
}

/** Mentions in a briefing. */
export const MAX_BRIEFED_MENTIONS = 20;
/** The length of the text of a mention; longer ones are cut. In code points. */
export const MENTION_TEXT = 4_000;

/** Stores number notifications per member; ids shown to clients are unique in the workspace. */
export const shownId = (memberId: string, id: string): string => `${memberId}-${id}`;

/** The number behind a shown id; empty for the notification of another member. */
export const idWithin = (memberId: string, shown: string): string =>
  shown.startsWith(`${memberId}-`) ? shown.slice(memberId.length + 1) : '';

/** The member whose notifications and subscriptions the caller uses; 403 without one. */
export function inboxOf(caller: Caller): string {
  if (caller.inboxId) return caller.inboxId;
  throw new Refusal(
    'FORBIDDEN',
    'This key does not belong to a member, so it has no notifications. Use the key of a person, an agent or a service.',
  );
}
