import type { Event } from '../events/event.ts';
import type { Notification } from '../notifications/notification.ts';
import type { NotificationStore } from '../notifications/store.ts';
import type { TaskStatus } from '../tasks/status.ts';
import type { StoredNotification, Tables } from './tables.ts';

export function notificationStore(tables: Tables): NotificationStore {
  const { events, notifications, subscriptions } = tables;

  const view = ({ sequence, taskNumber, readAt }: StoredNotification): Notification => {
    const event = events.get(sequence) as Event;
    const task = tables.tasks.get(taskNumber);
    return {
      id: String(sequence),
      kind: 'task_transitioned',
      task: {
        taskNumber,
        title: task?.title ?? '',
        status: task?.status ?? 'canceled',
      },
      actor: { name: event.actor.name, type: event.actor.type },
      from: event.changes[0]?.oldValue as TaskStatus,
      to: event.changes[0]?.newValue as TaskStatus,
      reason: event.reason,
      readAt,
      createdAt: event.createdAt,
    };
  };

  return {
    notify: async (taskNumber, sequence, reader, now) => {
      for (const { memberId } of subscriptions.filter((row) => row.taskNumber === taskNumber)) {
        const readAt = memberId === reader ? now : null;
        notifications.put(keyOf(memberId, sequence), { memberId, sequence, taskNumber, readAt });
      }
    },
    list: async (memberId, unread, slice) => {
      const page = notifications.page(
        (row) => row.memberId === memberId && (!unread || row.readAt === null),
        slice,
        'newest',
      );
      return { ...page, items: page.items.map(view) };
    },
    byId: async (memberId, id) => {
      const row = notifications.get(keyOf(memberId, id));
      return row ? view(row) : null;
    },
    markRead: async (memberId, id, now) => {
      const row = notifications.get(keyOf(memberId, id));
      if (row) notifications.put(keyOf(memberId, id), { ...row, readAt: now });
    },
    markAllRead: async (memberId, now) => {
      for (const row of notifications.filter((each) => each.memberId === memberId && each.readAt === null)) {
        notifications.put(keyOf(memberId, row.sequence), { ...row, readAt: now });
      }
    },
    forget: async (before, atMost) => {
      const isOld = ({ sequence }: StoredNotification) => (events.get(sequence) as Event).createdAt < before;
      const old = notifications.filter(isOld).slice(0, atMost);
      for (const { memberId, sequence } of old) notifications.delete(keyOf(memberId, sequence));
      return { forgotten: old.length, after: old.length === atMost ? '' : null };
    },
  };
}

const keyOf = (memberId: string, sequence: number | string) => `${memberId} ${sequence}`;
