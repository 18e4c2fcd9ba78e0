import type { Stores } from '../ports.ts';
import type { Event } from './event.ts';
import type { EventFilter } from './filter.ts';
import { eventsPruned, numberAt } from './position.ts';
import type { LogStretch } from './store.ts';
import type { Sight } from './visible.ts';

/** Events that one page looks at; where a filter or rights leave most of them out, a page has fewer, or none. */
const MAX_LOOKED_AT = 1_000;
const AT_ONCE = 250;

/** Part of the log. `next` is where to go on, also when it has no events and nothing is to come. */
export interface EventPage {
  readonly events: readonly Event[];
  readonly next: number;
  readonly more: boolean;
}

/**
 * Where reading begins, as the number that it comes after. Without a position from the oldest that is kept, with
 * `latest` from now on. 400 INVALID_CURSOR, 410 EVENTS_PRUNED.
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

/** What somebody sees of what they want after a number, so many at the most. */
export async function readEvents(
  { events }: Pick<Stores, 'events'>,
  after: number,
  limit: number,
  filter: EventFilter,
  sight: Sight,
): Promise<EventPage> {
  const { last } = await events.bounds();
  const found: Event[] = [];
  let next = after;
  // Where all is wanted and seen, no more is read than there is room for.
  let size = filter.allTypes ? Math.min(limit, AT_ONCE) : AT_ONCE;
  for (let left = MAX_LOOKED_AT; left > 0; left -= size, size = Math.min(AT_ONCE, left)) {
    const stretch: LogStretch = filter.entity
      ? await events.ofEntityAfter(filter.entity.type, filter.entity.id, next, size)
      : await events.after(next, size);
    for (const event of stretch.events) {
      if (!filter.wants(event) || !sight.sees(event)) continue;
      found.push(event);
      if (found.length === limit) return { events: found, next: event.seq, more: event.seq < last };
    }
    if (!stretch.more) return { events: found, next: last, more: false };
    next = stretch.upTo;
  }
  return { events: found, next, more: next < last };
}
