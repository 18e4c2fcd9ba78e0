import type { Event, Tandem } from '@tandem/core';

/** Events of a stretch: so few that reading and writing them holds up nobody, and more than a connection takes at once. */
const EVENTS = 64;
/** Stretches that are kept: some megabytes, of events as they mostly are. */
const MAX_KEPT = 64;

/** Part of a log, as the same for all who read it. */
export interface Stretch {
  /** Everything after it, and up to `upTo`, is in `events`, but for what cannot be read. */
  readonly from: number;
  readonly upTo: number;
  readonly events: readonly Event[];
}

/** The stretch of a log that goes on after a number, or after which number everything is kept where that is not. */
export type Found = { readonly stretch: Stretch } | { readonly keptAfter: number };

export interface Stretches {
  /** What comes after a number; a stretch that does not go beyond it where nothing comes. */
  after(workspaceId: string, seq: number): Promise<Found>;
  /** Forgets what nobody has asked for since the time before the last one that this was called. */
  forgetUnused(): void;
}

/**
 * Stretches of the logs, read once for all who come through them at about the same time. What is committed stays as it
 * is, so a stretch is only ever added to, and none is for one reader alone.
 */
export function logStretches({ events }: Pick<Tandem, 'events'>): Stretches {
  /** Those that were used last come last. */
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
