import type { Stores } from '../../ports.ts';
import type { Event } from '../event.ts';
import type { EventFilter } from '../filter.ts';
import { eventsPruned, numberAt } from '../position.ts';
import type { LogRange } from '../store.ts';
import type { EventPage, Sight } from '../visible.ts';

/** Maximum events scanned per page; with a selective filter or few rights, a page may have few events or none. */
const MAX_LOOKED_AT = 1_000;
const AT_ONCE = 250;

/**
 * The number of the event after which reading begins: before the oldest stored event without a position, the current
 * end for `latest`. 400 INVALID_CURSOR, 410 EVENTS_PRUNED.
 */
export async function startOf(
  { events }: Pick<Stores, 'events'>,
  workspaceId: string,
  position: string | undefined,
): Promise<number> {
  const { keptAfter, last } = await events.bounds();
  if (position === undefined) return keptAfter;
  if (position === 'latest') return last;
  const seq = numberAt(workspaceId, position, last);
  if (seq < keptAfter) throw eventsPruned(workspaceId, keptAfter);
  return seq;
}

/** The start, filter and rights of a read of the log. */
export interface Reading {
  /** The number of the event before the first. */
  readonly after: number;
  readonly limit: number;
  readonly filter: EventFilter;
  readonly sight: Sight;
}

/** Up to `limit` events after a number that match the filter and are visible to the reader. */
export async function readEvents(
  { events }: Pick<Stores, 'events'>,
  { after, limit, filter, sight }: Reading,
): Promise<EventPage> {
  const { last } = await events.bounds();
  const found: Event[] = [];
  let next = after;
  // Without a type filter, reading more than the limit is pointless.
  let size = filter.allTypes ? Math.min(limit, AT_ONCE) : AT_ONCE;
  for (let left = MAX_LOOKED_AT; left > 0; left -= size, size = Math.min(AT_ONCE, left)) {
    const range: LogRange = filter.entity
      ? await events.ofEntityAfter(filter.entity.type, filter.entity.id, next, size)
      : await events.after(next, size);
    for (const event of range.events) {
      if (!filter.wants(event) || !sight.sees(event)) continue;
      found.push(event);
      if (found.length === limit) return { events: found, next: event.seq, more: event.seq < last };
    }
    if (!range.more) return { events: found, next: last, more: false };
    next = range.upTo;
  }
  return { events: found, next, more: next < last };
}
