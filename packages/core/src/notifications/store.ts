import type { Page, PageSlice } from '../shared/page.ts';
import type { Mention, Notification, NotificationKind } from './notification.ts';

export interface Recipient {
  readonly memberId: string;
  readonly kind: NotificationKind;
}

/** Whom an event notifies. A member gets one notification, of the strongest kind that it has not switched off. */
export interface Notice {
  readonly taskNumber: number;
  /** The number of the event. */
  readonly sequence: number;
  readonly commentId: string | null;
  /** Ids of services and of removed members are ignored. */
  readonly recipients: readonly Recipient[];
  /** The kind for all subscribers of the task; null for none. */
  readonly subscribers: 'commented' | 'moved' | null;
  /** The member behind the event: as a subscriber it gets a read notification of a move, and none of a comment. */
  readonly actorId: string | null;
  readonly now: number;
}

export interface NotificationStore {
  notify(notice: Notice): Promise<void>;
  /** A member's notifications, newest first. */
  list(memberId: string, unread: boolean, page: PageSlice): Promise<Page<Notification>>;
  byId(memberId: string, id: string): Promise<Notification | null>;
  markRead(memberId: string, id: string, now: number): Promise<void>;
  markUnread(memberId: string, id: string): Promise<void>;
  /** A single change, however many there are. */
  markAllRead(memberId: string, now: number): Promise<void>;
  /** A member's unread mentions whose text still exists, oldest first. */
  mentions(memberId: string, atMost: number): Promise<readonly Mention[]>;
  /** Marks the unread mentions up to this id as read. */
  markMentionsRead(memberId: string, upTo: string, now: number): Promise<void>;
  /** Makes the mentions that were read at a time unread. */
  markMentionsUnread(memberId: string, readAt: number): Promise<void>;
  /**
   * Deletes up to `atMost` notifications of events from before a time, member by member; `after` is the result of the
   * last call, null at the start and at the end.
   */
  forget(
    before: number,
    atMost: number,
    after: string | null,
  ): Promise<{ readonly forgotten: number; readonly after: string | null }>;
}
