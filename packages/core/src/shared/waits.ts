import type { Caller } from '../access/caller.ts';
import { heldQuota } from '../access/quota.ts';
import type { Clock, Schedule } from './environment.ts';
import { type Everything, isEverything, type Signal, type Signals } from './signals.ts';

/** The most seconds that a request is held (docs/rules.md, Waiting). */
export const MAX_WAIT_SECONDS = 25;
/** Requests that one key may hold at a time (docs/rules.md, Waiting). */
const MAX_FOR_A_KEY = 200;
/** Waits that end within the same span share a timer: they end up to this much late, never early. */
const SPAN_MS = 100;
/** Where everybody is to look again, so many look at once, and the next after so many milliseconds. */
const WAVE = { size: 250, ms: 10 } as const;
/** Everybody waits in this topic of their workspace beside their own. */
const ANYTHING = 'anything ';

interface Waiter extends Concern {
  readonly topics: readonly string[];
  readonly span: number;
  done(signal?: Signal): void;
}

/** Whom a signal may concern. */
interface Concern {
  /** Stands for the request, whichever of its looks it is. */
  readonly request: object;
  readonly concerns: (about: unknown, topic: string) => boolean;
}

interface Looker extends Concern {
  signaled: boolean;
}

const EVERYTHING = () => true;

/** A request that is held until something has happened. */
export interface Wait<T> {
  readonly caller: Caller;
  /** Signals of these topics make it look again. */
  readonly topics: readonly string[];
  /** How long it is held at the most; more than 25 count as 25. */
  readonly seconds: number;
  /** Aborted when the client has gone. */
  readonly gone?: AbortSignal | undefined;
  /** Looks for it; `about` is what the signal that woke it was about. */
  look(about?: unknown): Promise<T>;
  /** Whether this is what is waited for. */
  isOver(found: T): boolean;
  /** Whether a signal about this may concern the request; every one of its topics does unless said otherwise. */
  concerns?: ((about: unknown, topic: string) => boolean) | undefined;
  /** Whether what a signal to it alone was about is settled by what it found; else the next whom it concerns looks. */
  settles?: ((found: T, about: unknown) => boolean) | undefined;
}

/** Where requests are held until something happens. */
export interface Waits {
  /**
   * Looks; while that is not what is waited for, waits for a signal and looks again, until the time is over, the
   * client goes, or no more waits are held. Returns what it saw last. Whoever has waited is looked at anew, for a key
   * may have gone meanwhile (401). 429 when the key, or the member behind it, holds too many already.
   */
  hold<T>(wait: Wait<T>): Promise<T>;
  /** Ends every wait now, and every later one at once. */
  close(): void;
  closed(): boolean;
  /** How many wait. */
  size(): number;
}

/**
 * Holds waits without a timer and without polling for each: a wait costs an entry in each of its topics, and shares
 * the timer of its span with all that end then. Signals only hint; whoever is woken looks again.
 */
export function createWaits(
  { schedule, steadyClock, signals }: { schedule: Schedule; steadyClock: Clock; signals: Signals },
  renew: (caller: Caller) => Promise<Caller>,
): Waits {
  const topics = new Map<string, Set<Waiter>>();
  const spans = new Map<number, { readonly waiters: Set<Waiter>; readonly callOff: () => void }>();
  const quota = heldQuota(MAX_FOR_A_KEY, 'waiting requests', 'Wait for some to be answered.');
  const lookers = new Map<string, Set<Looker>>();
  /** Which requests a signal to one has woken already. */
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

  /** A signal that was for one alone, and has come to nothing there, goes to the next. */
  const handOn = (signal: Signal | undefined, { request }: Concern) => {
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

  /** Has the storage see to the signals of a workspace; returns what ends it. */
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

  /** Looks, and says whether a signal has come meanwhile: it may have come too late for what was seen. */
  const looking = async <T>(
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

  /** Resolves with the next signal; without one when the time is over, the client goes, or no more waits are held. */
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
      // Before the first look: what is lost between it and the wait is to be told of as well.
      const unwatch = seconds > 0 ? watch(caller.workspaceId) : () => undefined;
      const until = steadyClock() + Math.min(seconds, MAX_WAIT_SECONDS) * 1000;
      const concern = { request: {}, concerns };
      let signal: Signal | undefined;
      let giveBack: (() => void) | undefined;
      try {
        for (;;) {
          const about = signal?.about;
          const [found, signaled] = await looking(names, concern, () => look(about));
          const settled = !signal || !settles || settles(found, about);
          if (!settled) handOn(signal, concern);
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
        handOn(signal, concern);
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
