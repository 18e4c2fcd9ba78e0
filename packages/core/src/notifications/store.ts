import type { Page, PageSlice } from '../shared/page.ts';
import type { Notification } from './notification.ts';

export interface NotificationStore {
  /** Notifies every subscriber of a task about an event; for `reader` it is already read. */
  notify(taskNumber: number, sequence: number, reader: string | null, now: number): Promise<void>;
  /** A member's notifications, newest first. */
  list(memberId: string, unread: boolean, page: PageSlice): Promise<Page<Notification>>;
  byId(memberId: string, id: string): Promise<Notification | null>;
  markRead(memberId: string, id: string, now: number): Promise<void>;
  /** A single change, however many there are. */
  markAllRead(memberId: string, now: number): Promise<void>;
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
