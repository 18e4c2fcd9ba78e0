import { performance } from 'node:perf_hooks';

/** A clock that all servers of a database have alike: the database's, as far as a round trip tells it. */
export interface SharedClock {
  now(): number;
  /** The database's time, told between two moments of this process (`performance.now()`). */
  sample(time: number, asked: number, answered: number): void;
}

/** A sample is as wrong as half of its round trip at the most; for so long a better one is preferred to a newer one. */
const PREFERRED_MS = 20_000;

/**
 * It never goes backwards: where it is ahead of the database's, as after a failover to another machine, it goes on at half
 * the pace until it is not.
 */
export function sharedClock(performanceNow: () => number = () => performance.now()): SharedClock {
  /** The database's time less this process's. */
  let offset = Date.now() - performanceNow();
  let best = { trip: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  let shown = Number.NEGATIVE_INFINITY;
  let shownAt = performanceNow();

  return {
    now: () => {
      const at = performanceNow();
      const told = at + offset;
      shown = Math.max(told, shown + (at - shownAt) / 2);
      shownAt = at;
      return Math.round(shown);
    },
    sample: (time, asked, answered) => {
      const trip = answered - asked;
      if (trip > best.trip && answered - best.at < PREFERRED_MS) return;
      best = { trip, at: answered };
      offset = time - (asked + answered) / 2;
    },
  };
}
