import type { Schedule, Sharing, Tally } from '@tandem/core';
import type { Window } from './hit-counter.ts';

/** Between two exchanges, in milliseconds: what one server has told in one, another learns in its next. */
const PACE_MS = 400;
/** Windows that are told of at a time. */
const MAX_AT_ONCE = 1_000;

export interface HitExchangeOptions {
  readonly tally: Sharing['tally'];
  readonly steadyMs?: () => number;
  readonly schedule?: Schedule;
}

export interface HitExchange {
  /** Has the others know of the hits of a window, soon, and learns of theirs. Names are those that all servers use. */
  tell(name: string, window: Window): void;
  stop(): void;
}

/**
 * Brings hits together that several servers count: while there are any, each tells the storage of its own now and then
 * and learns the totals. Nobody waits for it; while the storage is away, each goes by what it knows.
 */
export function hitExchange({
  tally,
  steadyMs = () => performance.now(),
  schedule = unheld,
}: HitExchangeOptions): HitExchange {
  const open = new Map<string, Window>();
  let planned = false;
  let callOff: (() => void) | undefined;
  let stopped = false;

  const plan = () => {
    if (planned || stopped) return;
    planned = true;
    callOff = schedule(PACE_MS, () => void exchange());
  };

  const exchange = async (): Promise<void> => {
    const told = take();
    try {
      const totals = await tally(told.map(({ count }) => count));
      const now = steadyMs();
      for (const [place, { window }] of told.entries()) {
        const total = totals[place];
        if (!total) continue;
        // Less is told by a storage that has lost what it knew.
        window.hits = Math.max(window.hits, total.hits + window.untold);
        window.endsAt = now + total.resetMs;
      }
    } catch {
      for (const { count, window } of told) {
        window.untold += count.hits;
        if (!open.has(count.name)) open.set(count.name, window);
      }
    }
    planned = false;
    if (open.size > 0) plan();
  };

  /** What is to be told now; windows that are over are of no concern any more. */
  const take = (): { readonly count: Tally; readonly window: Window }[] => {
    const now = steadyMs();
    const told = [];
    for (const [name, window] of open) {
      if (told.length === MAX_AT_ONCE) break;
      open.delete(name);
      if (window.endsAt <= now) continue;
      const count = { name, hits: window.untold, resetMs: Math.ceil(window.endsAt - now) };
      window.untold = 0;
      told.push({ count, window });
    }
    return told;
  };

  return {
    tell: (name, window) => {
      open.set(name, window);
      plan();
    },
    stop: () => {
      stopped = true;
      callOff?.();
    },
  };
}

/** Keeps no process from ending. */
const unheld: Schedule = (afterMs, run) => {
  const timer = setTimeout(run, afterMs).unref();
  return () => clearTimeout(timer);
};
