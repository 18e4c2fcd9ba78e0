import type { Schedule, Sharing, Tally } from '@tandem/core';
import type { Window } from './hit-counter.ts';

/** Milliseconds between two exchanges: another server learns of hits in its next exchange. */
const PACE_MS = 400;
/** Maximum number of windows reported at a time. */
const MAX_AT_ONCE = 1_000;

export interface HitExchangeOptions {
  readonly tally: Sharing['tally'];
  readonly steadyMs?: () => number;
  readonly schedule?: Schedule;
}

export interface HitExchange {
  /**
   * Schedules a window's hits to be reported to the other servers, and updates it with theirs. All servers
   * must use the same names.
   */
  report(name: string, window: Window): void;
  stop(): void;
}

/**
 * Synchronizes hit counts between servers. While there are hits, each server periodically reports its own to the
 * storage and reads the totals. Requests do not wait for this; while the storage is unavailable, each server uses its
 * own counts.
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
    const sent = take();
    try {
      const totals = await tally(sent.map(({ count }) => count));
      const now = steadyMs();
      for (const [place, { window }] of sent.entries()) {
        const total = totals[place];
        if (!total) continue;
        // A total below our count means that the storage has lost data.
        window.hits = Math.max(window.hits, total.hits + window.unreported);
        window.endsAt = now + total.resetMs;
      }
    } catch {
      for (const { count, window } of sent) {
        window.unreported += count.hits;
        if (!open.has(count.name)) open.set(count.name, window);
      }
    }
    planned = false;
    if (open.size > 0) plan();
  };

  /** The counts to report now. Expired windows are dropped. */
  const take = (): { readonly count: Tally; readonly window: Window }[] => {
    const now = steadyMs();
    const taken = [];
    for (const [name, window] of open) {
      if (taken.length === MAX_AT_ONCE) break;
      open.delete(name);
      if (window.endsAt <= now) continue;
      const count = { name, hits: window.unreported, resetMs: Math.ceil(window.endsAt - now) };
      window.unreported = 0;
      taken.push({ count, window });
    }
    return taken;
  };

  return {
    report: (name, window) => {
      open.set(name, window);
      plan();
    },
    stop: () => {
      stopped = true;
      callOff?.();
    },
  };
}

/** Does not keep the process alive. */
const unheld: Schedule = (afterMs, run) => {
  const timer = setTimeout(run, afterMs).unref();
  return () => clearTimeout(timer);
};
