import type { Page, PageSlice } from '../shared/page.ts';
import type { Notification } from './notification.ts';

export interface NotificationStore {
  /** Tells every subscriber of a task of an entry of the log; `reader` has read it from the start. */
  notify(taskNumber: number, sequence: number, reader: string | null, now: number): Promise<void>;
  /** A member's notifications, newest first. */
  list(memberId: string, unread: boolean, page: PageSlice): Promise<Page<Notification>>;
  byId(memberId: string, id: string): Promise<Notification | null>;
  markRead(memberId: string, id: string, now: number): Promise<void>;
  /** One change, however many there are. */
  markAllRead(memberId: string, now: number): Promise<void>;
  /**
   * Removes notifications of events before a time, so many at the most, member by member; `after` is what the
   * last call returned, and null in the end as in the beginning.
   */
  forget(
    before: number,
    atMost: number,
    after: string | null,
  ): Promise<{ readonly forgotten: number; readonly after: string | null }>;
}
