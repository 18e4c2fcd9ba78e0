import type { Event } from '../events/event.ts';
import {
  EXCERPT,
  MENTION_TEXT,
  type Mention,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationKind,
} from '../notifications/notification.ts';
import type { NotificationStore } from '../notifications/store.ts';
import { cut } from '../shared/text.ts';
import type { TaskStatus } from '../tasks/status.ts';
import type { StoredNotification, Tables } from './tables.ts';

export function notificationStore(tables: Tables): NotificationStore {
  const { events, notifications, subscriptions } = tables;

  const view = ({ sequence, taskNumber, kind, commentId, readAt }: StoredNotification): Notification => {
    const event = events.get(sequence) as Event;
    const task = tables.tasks.get(taskNumber);
    const comment = commentId === null ? undefined : tables.comments.get(commentId);
    const [change] = event.changes;
    const moved = change?.field === 'status' ? change : null;
    return {
      id: String(sequence),
      kind,
      task: {
        taskNumber,
        title: task?.title ?? '',
        status: task?.status ?? 'canceled',
      },
      actor: { name: event.actor.name, type: event.actor.type },
      from: (moved?.oldValue ?? null) as TaskStatus | null,
      to: (moved?.newValue ?? null) as TaskStatus | null,
      reason: event.reason,
      commentId: comment?.id ?? null,
      excerpt: comment ? cut(comment.body, EXCERPT) : null,
      readAt,
      createdAt: event.createdAt,
    };
  };

  const mention = (row: StoredNotification): Mention[] => {
    const { task, actor, commentId, id, createdAt } = view(row);
    const { taskNumber, title } = task;
    const text =
      row.commentId === null
        ? tables.tasks.get(taskNumber)?.description
        : tables.comments.get(row.commentId)?.body;
    const found = { id, taskNumber, title, by: actor, commentId, createdAt };
    return typeof text === 'string' ? [{ ...found, text: cut(text, MENTION_TEXT) }] : [];
  };
  const mentionsOf = (memberId: string, readAt: number | null): StoredNotification[] =>
    notifications.filter(
      (row) => row.memberId === memberId && row.kind === 'mentioned' && row.readAt === readAt,
    );

  const wants = (memberId: string, kind: NotificationKind): boolean =>
    tables.preferences.get(memberId)?.notifications[kind] !== 'off';

  return {
    notify: async ({ taskNumber, sequence, commentId, recipients, subscribers, actorId, now }) => {
      const put = (memberId: string, kind: NotificationKind, readAt: number | null): void => {
        const key = keyOf(memberId, sequence);
        if (notifications.get(key) || !wants(memberId, kind)) return;
        notifications.put(key, { memberId, sequence, taskNumber, kind, commentId, readAt });
      };
      for (const kind of NOTIFICATION_KINDS)
        for (const { memberId } of recipients.filter((recipient) => recipient.kind === kind))
          if (tables.members.get(memberId)?.deleted === false) put(memberId, kind, null);
      if (subscribers === null) return;
      for (const { memberId } of subscriptions.filter((row) => row.taskNumber === taskNumber)) {
        const isActor = memberId === actorId;
        if (!isActor || subscribers === 'moved') put(memberId, subscribers, isActor ? now : null);
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
    markUnread: async (memberId, id) => {
      const row = notifications.get(keyOf(memberId, id));
      if (row) notifications.put(keyOf(memberId, id), { ...row, readAt: null });
    },
    markAllRead: async (memberId, now) => {
      for (const row of notifications.filter((each) => each.memberId === memberId && each.readAt === null)) {
        notifications.put(keyOf(memberId, row.sequence), { ...row, readAt: now });
      }
    },
    mentions: async (memberId, atMost) =>
      mentionsOf(memberId, null)
        .sort((a, b) => a.sequence - b.sequence)
        .flatMap(mention)
        .slice(0, atMost),
    markMentionsRead: async (memberId, upTo, now) => {
      for (const row of mentionsOf(memberId, null).filter(({ sequence }) => sequence <= Number(upTo)))
        notifications.put(keyOf(memberId, row.sequence), { ...row, readAt: now });
    },
    markMentionsUnread: async (memberId, readAt) => {
      for (const row of mentionsOf(memberId, readAt))
        notifications.put(keyOf(memberId, row.sequence), { ...row, readAt: null });
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
