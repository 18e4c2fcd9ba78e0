import { entryCount } from '../activity/entry.ts';
import type { Event } from '../events/event.ts';
import type { LogStretch } from '../events/store.ts';
import type { Notification } from '../notifications/notification.ts';
import type { Stores } from '../ports.ts';
import type { TaskStatus } from '../tasks/status.ts';
import type { KeptNotification, Tables } from './tables.ts';

export function activityStores(tables: Tables): Pick<Stores, 'events' | 'notifications'> {
  const { events, notifications, subscriptions, lastSequence, eventsKeptAfter } = tables;

  const isShown = (event: Event) => entryCount(event) > 0;

  const isOfAgent = (id: string) => (event: Event) =>
    isShown(event) &&
    ((event.actor.type === 'agent' && event.actor.id === id) ||
      (event.entity.type === 'agent' && event.entity.id === id));

  const totalOf = (agentId: string) =>
    events.filter(isOfAgent(agentId)).reduce((sum, event) => sum + entryCount(event), 0);

  const isOf =
    (type: string, id: string) =>
    ({ entity }: Event) =>
      entity.type === type && entity.id === id;

  const stretch = (test: (event: Event) => boolean, after: number, limit: number): LogStretch => {
    const found = events.filter((event) => event.seq > after && test(event)).slice(0, limit);
    return { events: found, upTo: found.at(-1)?.seq ?? after, more: found.length === limit };
  };

  const view = ({ sequence, taskNumber, readAt }: KeptNotification): Notification => {
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
    events: {
      append: async (event) => {
        const seq = lastSequence.get() + 1;
        lastSequence.set(seq);
        events.put(seq, { ...event, seq });
        return seq;
      },
      ofEntity: async (type, id, slice) =>
        events.page((event) => isOf(type, id)(event) && isShown(event), slice, 'newest'),
      ofAgent: async (id, slice) => ({ ...events.page(isOfAgent(id), slice, 'newest'), total: totalOf(id) }),
      countOfAgent: async (id) => totalOf(id),
      bounds: async () => ({ keptAfter: eventsKeptAfter.get(), last: lastSequence.get() }),
      after: async (seq, limit) => stretch(() => true, seq, limit),
      ofEntityAfter: async (type, id, seq, limit) => stretch(isOf(type, id), seq, limit),
      forget: async (before, atMost) => {
        const from = eventsKeptAfter.get();
        const next = events.filter(({ seq }) => seq > from && seq < lastSequence.get()).slice(0, atMost);
        const young = next.findIndex(({ createdAt }) => createdAt >= before);
        const old = young < 0 ? next : next.slice(0, young);
        for (const event of old) if (!isShown(event)) events.delete(event.seq);
        eventsKeptAfter.set(old.at(-1)?.seq ?? from);
        return old.length === atMost;
      },
    },
    notifications: {
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
        for (const row of notifications.filter(
          (each) => each.memberId === memberId && each.readAt === null,
        )) {
          notifications.put(keyOf(memberId, row.sequence), { ...row, readAt: now });
        }
      },
      forget: async (before, atMost) => {
        const isOld = ({ sequence }: KeptNotification) => (events.get(sequence) as Event).createdAt < before;
        const old = notifications.filter(isOld).slice(0, atMost);
        for (const { memberId, sequence } of old) notifications.delete(keyOf(memberId, sequence));
        return { forgotten: old.length, after: old.length === atMost ? '' : null };
      },
    },
  };
}

const keyOf = (memberId: string, sequence: number | string) => `${memberId} ${sequence}`;
