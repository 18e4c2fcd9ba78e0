import type { Caller } from '../access/caller.ts';
import { heldQuota } from '../access/quota.ts';
import type { Clock, Schedule } from '../shared/environment.ts';
import { type Everything, isEverything, type Signal, type Signals } from '../shared/signals.ts';

/** Maximum wait of a request, in seconds (docs/rules.md, Long polling). */
export const MAX_WAIT_SECONDS = 25;
/** Maximum waiting requests per key (docs/rules.md, Long polling). */
const MAX_FOR_A_KEY = 200;
/** Waits that end within the same span share a timer: they end up to this much late, never early. In milliseconds. */
const SPAN_MS = 100;
/** Waking all waiters happens in waves of this size and interval, to spread the load. */
const WAVE = { size: 250, ms: 10 } as const;
/** Every waiter also waits for this topic of its workspace. */
const ANYTHING = 'anything ';

interface Waiter extends Concern {
  readonly topics: readonly string[];
  readonly span: number;
  done(signal?: Signal): void;
}

/** The request and the signals that concern it. */
interface Concern {
  /** Identifies the request across its looks. */
  readonly request: object;
  readonly concerns: (about: unknown, topic: string) => boolean;
}

interface Looker extends Concern {
  signaled: boolean;
}

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
  const topics = new Map<string, Set<Waiter>>();
  const spans = new Map<number, { readonly waiters: Set<Waiter>; readonly callOff: () => void }>();
  const quota = heldQuota(MAX_FOR_A_KEY, 'waiting requests', 'Wait until some of them are answered.');
  const lookers = new Map<string, Set<Looker>>();
  /** Requests that a signal with `toOne` has already woken. */
  const woken = new WeakMap<Signal, Set<object>>();
  const watched = new Map<string, { times: number; readonly end: () => void }>();
  let waiting = 0;
  let closed = false;

  const join = (waiter: Waiter, ms: number) => {
    for (const name of waiter.topics) {
      const topic = topics.get(name) ?? new Set();
      topics.set(name, topic.add(waiter));
    }
    let span = spans.get(waiter.span);
    if (!span) {
      const waiters = new Set<Waiter>();
      const late = waiter.span * SPAN_MS - steadyClock();
      span = { waiters, callOff: schedule(Math.max(late, ms), () => end(waiters)) };
      spans.set(waiter.span, span);
    }
    span.waiters.add(waiter);
    waiting++;
  };

  const leave = (waiter: Waiter) => {
    for (const name of waiter.topics) {
      const topic = topics.get(name);
      topic?.delete(waiter);
      if (topic?.size === 0) topics.delete(name);
    }
    const span = spans.get(waiter.span);
    span?.waiters.delete(waiter);
    if (span?.waiters.size === 0) {
      span.callOff();
      spans.delete(waiter.span);
    }
    waiting--;
  };

  const end = (waiters: Iterable<Waiter>) => {
    for (const waiter of [...waiters]) waiter.done();
  };

  const wake = (signal: Signal) => {
    const { topic, toOne, about } = signal;
    for (const looker of lookers.get(topic) ?? []) if (looker.concerns(about, topic)) looker.signaled = true;
    const before = woken.get(signal);
    for (const waiter of [...(topics.get(topic) ?? [])]) {
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
    for (const topic of [...lookers.keys()].filter(isMeant)) {
      for (const looker of lookers.get(topic) ?? []) looker.signaled = true;
    }
    const waves = (waiters: readonly Waiter[]) => {
      for (const waiter of waiters.slice(0, WAVE.size)) if (isWaiting(waiter)) waiter.done();
      const rest = waiters.slice(WAVE.size);
      if (rest.length > 0) schedule(WAVE.ms, () => waves(rest));
    };
    waves([...topics.keys()].filter(isMeant).flatMap((topic) => [...(topics.get(topic) ?? [])]));
  };

  const isWaiting = (waiter: Waiter): boolean => spans.get(waiter.span)?.waiters.has(waiter) === true;

  /** Announces to the storage that the workspace has waiters; returns a function that ends it. */
  const watch = (workspaceId: string): (() => void) => {
    if (!signals.watch) return () => undefined;
    const watching = watched.get(workspaceId) ?? { times: 0, end: signals.watch(workspaceId) };
    watching.times++;
    watched.set(workspaceId, watching);
    return () => {
      if (--watching.times > 0) return;
      watched.delete(workspaceId);
      watching.end();
    };
  };

  /** Looks, and reports whether a signal arrived meanwhile that the look may have missed. */
  const watchedLook = async <T>(
    names: readonly string[],
    concern: Concern,
    look: () => Promise<T>,
  ): Promise<[found: T, signaled: boolean]> => {
    const looker = { ...concern, signaled: false };
    for (const name of names) lookers.set(name, (lookers.get(name) ?? new Set()).add(looker));
    try {
      return [await look(), looker.signaled];
    } finally {
      for (const name of names) {
        const all = lookers.get(name);
        all?.delete(looker);
        if (all?.size === 0) lookers.delete(name);
      }
    }
  };

  /** Resolves with the next signal, or without one when the time is up, the client disconnects or the service stops. */
  const signalOf = (
    names: readonly string[],
    concern: Concern,
    ms: number,
    gone: AbortSignal | undefined,
  ): Promise<Signal | undefined> =>
    new Promise((resolve) => {
      const waiter: Waiter = {
        ...concern,
        topics: names,
        span: Math.ceil((steadyClock() + ms) / SPAN_MS),
        done: (signal) => {
          leave(waiter);
          gone?.removeEventListener('abort', left);
          resolve(signal);
        },
      };
      const left = () => waiter.done();
      join(waiter, ms);
      gone?.addEventListener('abort', left, { once: true });
    });

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
          const [found, signaled] = await watchedLook(names, concern, () => look(about));
          const settled = !signal || !settles || settles(found, about);
          if (!settled) passOn(signal, concern);
          signal = undefined;
          const over = isOver(found);
          const left = until - steadyClock();
          if (over || closed || left <= 0 || gone?.aborted) return found;
          giveBack ??= quota.take(caller);
          if (!signaled) signal = await signalOf(names, concern, left, gone);
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
      for (const topic of [...topics.values()]) end(topic);
    },
    closed: () => closed,
    size: () => waiting,
  };
}
