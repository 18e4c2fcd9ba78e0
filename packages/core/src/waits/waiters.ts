import type { Clock, Schedule } from '../shared/environment.ts';
import type { Signal } from '../shared/signals.ts';

/** Waits that end within the same span share a timer: they end up to this much late, never early. In milliseconds. */
const SPAN_MS = 100;

/** The request and the signals that concern it. */
export interface Concern {
  /** Identifies the request across its looks. */
  readonly request: object;
  readonly concerns: (about: unknown, topic: string) => boolean;
}

export interface Waiter extends Concern {
  readonly topics: readonly string[];
  readonly span: number;
  done(signal?: Signal): void;
}

/** Waiting requests by topic. Each costs an entry per topic and shares the timer of its time span. */
export function createWaiters({ schedule, steadyClock }: { schedule: Schedule; steadyClock: Clock }) {
  const topics = new Map<string, Set<Waiter>>();
  const spans = new Map<number, { readonly waiters: Set<Waiter>; readonly callOff: () => void }>();
  let waiting = 0;

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

  /** Resolves with the next signal, or without one when the time is up, the client disconnects or the service stops. */
  const nextSignal = (
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

  return {
    nextSignal,
    /** The requests that wait for a signal of this topic. */
    of: (topic: string): readonly Waiter[] => [...(topics.get(topic) ?? [])],
    topics: (): readonly string[] => [...topics.keys()],
    isWaiting: (waiter: Waiter): boolean => spans.get(waiter.span)?.waiters.has(waiter) === true,
    endAll: (): void => {
      for (const topic of [...topics.values()]) end(topic);
    },
    size: () => waiting,
  };
}
