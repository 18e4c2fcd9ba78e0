import type { Caller } from '../access/caller.ts';
import { heldQuota } from '../access/quota.ts';
import type { Clock, Schedule } from '../shared/environment.ts';
import { type Everything, isEverything, type Signal, type Signals } from '../shared/signals.ts';
import { createLookers } from './lookers.ts';
import { type Concern, createWaiters, type Waiter } from './waiters.ts';
import { watcherOf } from './watching.ts';

/** Maximum wait of a request, in seconds (docs/rules.md, Long polling). */
export const MAX_WAIT_SECONDS = 25;
/** Maximum waiting requests per key (docs/rules.md, Long polling). */
const MAX_FOR_A_KEY = 200;
/** Waking all waiters happens in waves of this size and interval, to spread the load. */
const WAVE = { size: 250, ms: 10 } as const;
/** Every waiter also waits for this topic of its workspace. */
const ANYTHING = 'anything ';

const EVERYTHING = () => true;

/** A request that waits for an event. */
export interface Wait<T> {
  readonly caller: Caller;
  /** Signals of these topics make it look again. */
  readonly topics: readonly string[];
  /** Maximum wait; values over 25 count as 25. */
  readonly seconds: number;
  /** Aborted when the client disconnects. */
  readonly gone?: AbortSignal | undefined;
  /** Looks for a result; `about` comes from the signal that woke the request. */
  look(about?: unknown): Promise<T>;
  /** Whether this result ends the wait. */
  isOver(found: T): boolean;
  /** Whether a signal may concern the request; by default every signal of its topics does. */
  concerns?: ((about: unknown, topic: string) => boolean) | undefined;
  /** Whether the result settles a signal with `toOne`; otherwise the next waiter that it concerns looks. */
  settles?: ((found: T, about: unknown) => boolean) | undefined;
}

/** Long polling: holds requests until something happens. */
export interface Waits {
  /**
   * Looks, then waits for a signal and looks again until the result ends the wait, the time is up, the client
   * disconnects or the service stops. Returns the last result. Renews the caller after each wait, because its key may
   * have been revoked (401). 429 when the key, or the member behind it, already has too many waiting requests.
   */
  hold<T>(wait: Wait<T>): Promise<T>;
  /** Ends every wait now, and later ones at once. */
  close(): void;
  closed(): boolean;
  /** Number of waiting requests. */
  size(): number;
}

/**
 * Holds waits without a timer or polling for each: a wait costs an entry per topic and shares the timer of its time
 * span. Signals are only hints; a woken request looks again.
 */
export function createWaits(
  { schedule, steadyClock, signals }: { schedule: Schedule; steadyClock: Clock; signals: Signals },
  renew: (caller: Caller) => Promise<Caller>,
): Waits {
  const waiters = createWaiters({ schedule, steadyClock });
  const lookers = createLookers();
  const watch = watcherOf(signals);
  const quota = heldQuota(MAX_FOR_A_KEY, 'waiting requests', 'Wait until some of them are answered.');
  /** Requests that a signal with `toOne` has already woken. */
  const woken = new WeakMap<Signal, Set<object>>();
  let closed = false;

  const wake = (signal: Signal) => {
    const { topic, toOne, about } = signal;
    lookers.signal(topic, ({ concerns }) => concerns(about, topic));
    const before = woken.get(signal);
    for (const waiter of waiters.of(topic)) {
      if (before?.has(waiter.request) || !waiter.concerns(about, topic)) continue;
      waiter.done(signal);
      if (toOne) return;
    }
  };

  /** Passes a signal with `toOne` to the next waiter if this one did not settle it. */
  const passOn = (signal: Signal | undefined, { request }: Concern) => {
    if (!signal?.toOne) return;
    woken.set(signal, (woken.get(signal) ?? new Set()).add(request));
    wake(signal);
  };

  const wakeAll = ({ workspaceId }: Everything) => {
    const isMeant = (topic: string) =>
      workspaceId === null ? topic.startsWith(ANYTHING) : topic === ANYTHING + workspaceId;
    for (const topic of lookers.topics().filter(isMeant)) lookers.signal(topic, () => true);
    const waves = (left: readonly Waiter[]) => {
      for (const waiter of left.slice(0, WAVE.size)) if (waiters.isWaiting(waiter)) waiter.done();
      const rest = left.slice(WAVE.size);
      if (rest.length > 0) schedule(WAVE.ms, () => waves(rest));
    };
    waves(waiters.topics().filter(isMeant).flatMap(waiters.of));
  };

  signals.subscribe((raised) => {
    for (const signal of raised) {
      if (isEverything(signal)) wakeAll(signal);
      else wake(signal);
    }
  });

  return {
    hold: async ({ caller, topics: own, seconds, gone, look, isOver, concerns = EVERYTHING, settles }) => {
      const names = [...own, ANYTHING + caller.workspaceId];
      // Starts before the first look, so that signals lost between it and the wait are covered.
      const unwatch = seconds > 0 ? watch(caller.workspaceId) : () => undefined;
      const until = steadyClock() + Math.min(seconds, MAX_WAIT_SECONDS) * 1000;
      const concern = { request: {}, concerns };
      let signal: Signal | undefined;
      let giveBack: (() => void) | undefined;
      try {
        for (;;) {
          const about = signal?.about;
          const [found, signaled] = await lookers.watchedLook(names, concern, () => look(about));
          const settled = !signal || !settles || settles(found, about);
          if (!settled) passOn(signal, concern);
          signal = undefined;
          const over = isOver(found);
          const left = until - steadyClock();
          if (over || closed || left <= 0 || gone?.aborted) return found;
          giveBack ??= quota.take(caller);
          if (!signaled) signal = await waiters.nextSignal(names, concern, left, gone);
          if (gone?.aborted) return found;
          await renew(caller);
        }
      } finally {
        passOn(signal, concern);
        giveBack?.();
        unwatch();
      }
    },
    close: () => {
      closed = true;
      waiters.endAll();
    },
    closed: () => closed,
    size: waiters.size,
  };
}
