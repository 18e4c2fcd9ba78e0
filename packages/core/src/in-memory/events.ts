import { entryCount } from '../activity/entry.ts';
import type { Event } from '../events/event.ts';
import type { EventStore, LogRange } from '../events/store.ts';
import { type Page, type PageSlice, pageOf } from '../shared/page.ts';
import type { Tables } from './tables.ts';

export function eventStore({ events, lastSequence, eventsKeptAfter }: Tables): EventStore {
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

  const rangeOf = (test: (event: Event) => boolean, after: number, limit: number): LogRange => {
    const found = events.filter((event) => event.seq > after && test(event)).slice(0, limit);
    return { events: found, upTo: found.at(-1)?.seq ?? after, more: found.length === limit };
  };

  /** By event number: rolled-back units leave no gaps. */
  const newest = (test: (event: Event) => boolean, { limit, after }: PageSlice): Page<Event> => {
    const before = after === undefined ? Number.POSITIVE_INFINITY : Number(after);
    const found = events.filter((event) => event.seq < before && test(event)).reverse();
    return pageOf(found.slice(0, limit + 1), limit, ({ seq }) => seq);
  };

  return {
    append: async (event) => {
      const seq = lastSequence.get() + 1;
      lastSequence.set(seq);
      events.put(seq, { ...event, seq });
      return seq;
    },
    ofEntity: async (type, id, slice) => newest((event) => isOf(type, id)(event) && isShown(event), slice),
    ofAgent: async (id, slice) => ({ ...newest(isOfAgent(id), slice), total: totalOf(id) }),
    countOfAgent: async (id) => totalOf(id),
    bounds: async () => ({ keptAfter: eventsKeptAfter.get(), last: lastSequence.get() }),
    after: async (seq, limit) => rangeOf(() => true, seq, limit),
    ofEntityAfter: async (type, id, seq, limit) => rangeOf(isOf(type, id), seq, limit),
    forget: async (before, atMost) => {
      const from = eventsKeptAfter.get();
      const next = events.filter(({ seq }) => seq > from && seq < lastSequence.get()).slice(0, atMost);
      const young = next.findIndex(({ createdAt }) => createdAt >= before);
      const old = young < 0 ? next : next.slice(0, young);
      for (const event of old) if (!isShown(event)) events.delete(event.seq);
      eventsKeptAfter.set(old.at(-1)?.seq ?? from);
      return old.length === atMost;
    },
  };
}
