import type { Event, Tandem } from '@tandem/core';

/**
 * Events per range: few enough to read and write without blocking others, more than a connection accepts at
 * once.
 */
const EVENTS = 64;
/** Maximum number of cached ranges: typically some megabytes of events. */
const MAX_KEPT = 64;

/** A range of a log, shared by all its readers. */
export interface Stretch {
  /** `events` contains everything after `from` up to `upTo`, except unreadable events. */
  readonly from: number;
  readonly upTo: number;
  readonly events: readonly Event[];
}

/** The range of a log that continues after a position, or the oldest position kept if that is later. */
export type Found = { readonly stretch: Stretch } | { readonly keptAfter: number };

export interface Stretches {
  /** The events after a position. If there are none, the range does not extend beyond it. */
  after(workspaceId: string, seq: number): Promise<Found>;
  /** Drops ranges that have not been used since the call before the last one. */
  forgetUnused(): void;
}

/**
 * Cached ranges of the logs, read once for all readers that need them at about the same time. Committed
 * events never change,
 * so ranges only grow. A range is not specific to a reader.
 */
export function logStretches({ events }: Pick<Tandem, 'events'>): Stretches {
  /** Ordered by use, most recently used last. */
  const kept = new Map<string, { stretch: Stretch; unused: number }>();

  const keep = (key: string, stretch: Stretch) => {
    kept.delete(key);
    kept.set(key, { stretch, unused: 0 });
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
  };

  return {
    after: async (workspaceId, seq) => {
      const place = Math.floor(seq / EVENTS);
      const key = `${workspaceId} ${place}`;
      const found = kept.get(key)?.stretch;
      const known = found && found.from <= seq ? found : null;
      if (known && known.upTo > seq) {
        keep(key, known);
        return { stretch: known };
      }
      const begin = known?.upTo ?? place * EVENTS;
      const { keptAfter, upTo, ...read } = await events.stretch(
        workspaceId,
        begin,
        (place + 1) * EVENTS - begin,
      );
      if (keptAfter > seq) return { keptAfter };
      const stretch = {
        from: known?.from ?? Math.max(begin, keptAfter),
        upTo,
        events: known ? [...known.events, ...read.events] : read.events,
      };
      keep(key, stretch);
      return { stretch };
    },
    forgetUnused: () => {
      for (const [key, each] of kept) if (each.unused++ > 0) kept.delete(key);
    },
  };
}
