import type { Clock, Schedule } from './environment.ts';
import { Refusal } from './refusal.ts';

/** Most requests that one key may hold at a time (docs/rules.md, Waiting). */
const MOST_FOR_A_KEY = 200;
/** Waits that end within the same span share a timer: they end up to this much late, never early. */
const SPAN_MS = 100;

interface Waiter {
  readonly topic: string;
  readonly span: number;
  done(): void;
}

/** Where requests are held until something happens. */
export interface WaitingRoom {
  /** Takes one of the key's places; 429 when it holds too many. Leave it in the end. */
  enter(keyId: string): () => void;
  /**
   * Notes from now on whether the topic is woken; the returned function ends that and answers. For a reading
   * that decides whether to wait: the wake-up may come before the wait has begun.
   */
  listen(topic: string): () => boolean;
  /** Resolves when the topic is woken, the time is over, the client goes, or the room closes. */
  until(topic: string, ms: number, gone?: AbortSignal): Promise<void>;
  /** Wakes everybody who waits for the topic. */
  wake(topic: string): void;
  /** Wakes the one who has waited longest for the topic. */
  wakeOne(topic: string): void;
  /** Ends every wait now, and every later one at once. */
  close(): void;
  /** How many wait. */
  size(): number;
  closed(): boolean;
}

/**
 * Holds waits without a timer and without polling for each: a wait costs an entry in its topic, and shares
 * the timer of its span with all that end then. The room only hints; whoever is woken reads again.
 */
export function waitingRoom(schedule: Schedule, steadyClock: Clock): WaitingRoom {
  const topics = new Map<string, Set<Waiter>>();
  const spans = new Map<number, { readonly waiters: Set<Waiter>; readonly callOff: () => void }>();
  const places = new Map<string, number>();
  const listeners = new Map<string, Set<{ woken: boolean }>>();
  let waiting = 0;
  let closed = false;

  const join = (waiter: Waiter, ms: number) => {
    const topic = topics.get(waiter.topic) ?? new Set();
    topics.set(waiter.topic, topic.add(waiter));
    let span = spans.get(waiter.span);
    if (!span) {
      const waiters = new Set<Waiter>();
      const late = waiter.span * SPAN_MS - steadyClock();
      span = { waiters, callOff: schedule(Math.max(late, ms), () => release(waiters)) };
      spans.set(waiter.span, span);
    }
    span.waiters.add(waiter);
    waiting++;
  };

  const leave = (waiter: Waiter) => {
    const topic = topics.get(waiter.topic);
    topic?.delete(waiter);
    if (topic?.size === 0) topics.delete(waiter.topic);
    const span = spans.get(waiter.span);
    span?.waiters.delete(waiter);
    if (span?.waiters.size === 0) {
      span.callOff();
      spans.delete(waiter.span);
    }
    waiting--;
  };

  const release = (waiters: Iterable<Waiter>) => {
    for (const waiter of [...waiters]) waiter.done();
  };

  const note = (topic: string) => {
    for (const listener of listeners.get(topic) ?? []) listener.woken = true;
  };

  return {
    enter: (keyId) => {
      const taken = places.get(keyId) ?? 0;
      if (taken >= MOST_FOR_A_KEY) {
        throw new Refusal(
          'RATE_LIMITED',
          `A key may hold at most ${MOST_FOR_A_KEY} waiting requests at a time. Wait for some to be answered.`,
        );
      }
      places.set(keyId, taken + 1);
      return () => {
        const left = (places.get(keyId) ?? 1) - 1;
        if (left === 0) places.delete(keyId);
        else places.set(keyId, left);
      };
    },
    listen: (topic) => {
      const listener = { woken: false };
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic);
        return listener.woken;
      };
    },
    until: (topic, ms, gone) => {
      if (closed || ms <= 0 || gone?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter: Waiter = {
          topic,
          span: Math.ceil((steadyClock() + ms) / SPAN_MS),
          done: () => {
            leave(waiter);
            gone?.removeEventListener('abort', waiter.done);
            resolve();
          },
        };
        join(waiter, ms);
        gone?.addEventListener('abort', waiter.done, { once: true });
      });
    },
    wake: (topic) => {
      note(topic);
      release(topics.get(topic) ?? []);
    },
    wakeOne: (topic) => {
      note(topic);
      const [first] = topics.get(topic) ?? [];
      first?.done();
    },
    close: () => {
      closed = true;
      for (const topic of [...topics.values()]) release(topic);
    },
    size: () => waiting,
    closed: () => closed,
  };
}
