import { performance } from 'node:perf_hooks';

/** The database's clock, as all of its servers have it. */
export interface SharedClock {
  /** The database's time of day, in milliseconds; it goes back when the database's clock is set back. */
  time(): number;
  /** The same for leases: it never goes back. */
  now(): number;
  /** The database's time, told between two moments of this process (`performance.now()`). */
  sample(time: number, asked: number, answered: number): void;
}

/** A sample is as wrong as half of its round trip at the most; for so long a better one is preferred to a newer one. */
const PREFERRED_MS = 20_000;
/** Two clocks may drift apart by so much while a sample is preferred. */
const DRIFT_MS = 20;

/**
 * Where `now` is ahead of the database's clock, as after a failover to another machine, it goes on at half the pace until
 * it is not.
 */
export function sharedClock(performanceNow: () => number = () => performance.now()): SharedClock {
  /** The database's time less this process's. */
  let offset = Date.now() - performanceNow();
  let best = { trip: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  let shown = Number.NEGATIVE_INFINITY;
  let shownAt = performanceNow();

  return {
    time: () => Math.round(performanceNow() + offset),
    now: () => {
      const at = performanceNow();
      const told = at + offset;
      shown = Math.max(told, shown + (at - shownAt) / 2);
      shownAt = at;
      return Math.round(shown);
    },
    sample: (time, asked, answered) => {
      const trip = answered - asked;
      const found = time - (asked + answered) / 2;
      // Both can only hold if nobody has set a clock and this machine has not been suspended in between.
      const fits = Math.abs(found - offset) <= (trip + best.trip) / 2 + DRIFT_MS;
      if (fits && trip > best.trip && answered - best.at < PREFERRED_MS) return;
      best = { trip, at: answered };
      offset = found;
    },
  };
}
