import { performance } from 'node:perf_hooks';

/** The database's clock, shared by all its servers. */
export interface SharedClock {
  /** The database's time of day in milliseconds; it goes back if the database's clock is set back. */
  time(): number;
  /** The same for leases: monotonic. */
  now(): number;
  /** The database's time, read between two moments of this process (`performance.now()`). */
  sample(time: number, asked: number, answered: number): void;
}

/**
 * The error of a sample is at most half its round trip; for this long a more precise sample is preferred to a newer
 * one.
 */
const PREFERRED_MS = 20_000;
/** Maximum drift of two clocks while a sample is preferred. */
const DRIFT_MS = 20;

/**
 * If `now` is ahead of the database's clock, for example after a failover to another machine, it runs at half speed
 * until it is not.
 */
export function sharedClock(performanceNow: () => number = () => performance.now()): SharedClock {
  /** The database's time minus this process's. */
  let offset = Date.now() - performanceNow();
  let best = { trip: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  let returned = Number.NEGATIVE_INFINITY;
  let shownAt = performanceNow();

  return {
    time: () => Math.round(performanceNow() + offset),
    now: () => {
      const at = performanceNow();
      const estimate = at + offset;
      returned = Math.max(estimate, returned + (at - shownAt) / 2);
      shownAt = at;
      return Math.round(returned);
    },
    sample: (time, asked, answered) => {
      const trip = answered - asked;
      const found = time - (asked + answered) / 2;
      // Both samples can only be true if no clock was set and this machine was not suspended in between.
      const fits = Math.abs(found - offset) <= (trip + best.trip) / 2 + DRIFT_MS;
      if (fits && trip > best.trip && answered - best.at < PREFERRED_MS) return;
      best = { trip, at: answered };
      offset = found;
    },
  };
}
