import type { Event, Tandem } from '@tandem/core';

/**
 * Events per range: few enough to read and write without blocking others, more than a connection accepts at
 * once.
 */
const EVENTS = 64;
/** Maximum number of cached ranges: typically some megabytes of events. */
const MAX_CACHED = 64;

/** A range of a log, shared by all its readers. */
export interface CachedRange {
  /** `events` contains everything after `from` up to `upTo`, except unreadable events. */
  readonly from: number;
  readonly upTo: number;
  readonly events: readonly Event[];
}

/** The range of a log that continues after a position, or the oldest position kept if that is later. */
export type Found = { readonly range: CachedRange } | { readonly keptAfter: number };

export interface LogRangeCache {
  /** The events after a position. If there are none, the range does not extend beyond it. */
  after(workspaceId: string, seq: number): Promise<Found>;
  /** Drops ranges that have not been used since the call before the last one. */
  forgetUnused(): void;
}

/**
 * Cached ranges of the logs, read once for all readers that need them at about the same time. Committed events never
 * change, so ranges only grow. A range is not specific to a reader.
 */
export function logRangeCache({ events }: Pick<Tandem, 'events'>): LogRangeCache {
  /** Ordered by use, most recently used last. */
  const cache = new Map<string, { range: CachedRange; unused: number }>();

  const keep = (key: string, range: CachedRange) => {
    cache.delete(key);
    cache.set(key, { range, unused: 0 });
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as string);
  };

  return {
    after: async (workspaceId, seq) => {
      const bucket = Math.floor(seq / EVENTS);
      const key = `${workspaceId} ${bucket}`;
      const found = cache.get(key)?.range;
      const known = found && found.from <= seq ? found : null;
      if (known && known.upTo > seq) {
        keep(key, known);
        return { range: known };
      }
      const begin = known?.upTo ?? bucket * EVENTS;
      const { keptAfter, upTo, ...read } = await events.range(
        workspaceId,
        begin,
        (bucket + 1) * EVENTS - begin,
      );
      if (keptAfter > seq) return { keptAfter };
      const range = {
        from: known?.from ?? Math.max(begin, keptAfter),
        upTo,
        events: known ? [...known.events, ...read.events] : read.events,
      };
      keep(key, range);
      return { range };
    },
    forgetUnused: () => {
      for (const [key, each] of cache) if (each.unused++ > 0) cache.delete(key);
    },
  };
}
