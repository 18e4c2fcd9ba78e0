import type { SteadyPorts } from '../../ports.ts';
import { isEverything } from '../../shared/signals.ts';
import type { Event } from '../event.ts';
import { eventsTopic } from '../signals.ts';

/** Events per unit of work. */
const AT_ONCE = 250;
/**
 * Minimum pause between reads, in milliseconds, so that frequent changes are batched. After a longer delivery, the
 * pause is as long as the delivery was, to leave half of the time to other work.
 */
const PACE_MS = 10;
/** Polling interval in milliseconds, for commits by other processes whose signals were lost. */
const LOOK_MS = 1_000;
/** The interval for a storage that handles lost signals itself: each poll costs it one query per log. */
const WATCHED_LOOK_MS = 30_000;

/**
 * Receives new events, oldest first, without gaps between calls; `upTo` is the number of the last one. The next read
 * waits for the returned promise (backpressure), which must not reject.
 */
export type TailListener = (events: readonly Event[], upTo: number) => void | Promise<void>;

/** The tail of the logs: listeners receive every event after its commit, in order. */
export interface Tail {
  /**
   * Delivers everything committed after the call. The listener must return quickly and must not throw. `ready`
   * resolves to the number of the last event before listening began; it rejects if the storage is unreachable, and
   * then nothing is delivered.
   */
  listen(
    workspaceId: string,
    listener: TailListener,
  ): { readonly ready: Promise<number>; readonly stop: () => void };
  /** Stops all deliveries. */
  close(): void;
}

interface Follower {
  readonly listener: TailListener;
  /** Number of the last delivered event; null until the end of the log at the start is known. */
  told: number | null;
}

interface Followed {
  readonly followers: Set<Follower>;
  /** Number of the last event read. */
  upTo: number | null;
  reading: boolean;
  /** Ends the watch on the storage's signals. */
  unwatch(): void;
  /** True if something was committed since the last read began. */
  again: boolean;
}

/** Returned to listeners after `close`. */
const NOTHING = { ready: new Promise<number>(() => undefined), stop: () => undefined };

/** Follows the logs of workspaces with listeners; one read serves all listeners of a workspace. */
export function createTail({
  storage,
  schedule,
  steadyClock,
}: Pick<SteadyPorts, 'storage' | 'schedule' | 'steadyClock'>): Tail {
  const followed = new Map<string, Followed>();
  const topics = new Map<string, { readonly workspaceId: string; readonly log: Followed }>();
  let closed = false;
  const lookMs = storage.signals.watch ? WATCHED_LOOK_MS : LOOK_MS;
  let callOffLook: (() => void) | undefined;
  let unsubscribe: (() => void) | undefined;

  const read = async (workspaceId: string, log: Followed): Promise<void> => {
    const from = log.upTo;
    if (from === null) return;
    const { events, upTo, more } = await storage.read(workspaceId, (stores) =>
      stores.events.after(from, AT_ONCE),
    );
    log.again ||= more;
    // A new listener has moved the start back meanwhile.
    if (log.upTo !== from) return;
    log.upTo = upTo;
    if (upTo === from) return;
    const taking: (void | Promise<void>)[] = [];
    for (const follower of [...log.followers]) {
      const told = follower.told;
      if (told === null || told >= upTo) continue;
      follower.told = upTo;
      const fresh = told <= from ? events : events.filter(({ seq }) => seq > told);
      taking.push(follower.listener(fresh, upTo));
    }
    await Promise.all(taking);
  };

  const readOn = (workspaceId: string, log: Followed): void => {
    if (log.reading) {
      log.again = true;
      return;
    }
    log.reading = true;
    log.again = false;
    const began = steadyClock();
    void read(workspaceId, log)
      .then(
        () => Math.max(PACE_MS, steadyClock() - began),
        () => {
          // The storage is unreachable: try again later.
          log.again = true;
          return LOOK_MS;
        },
      )
      .then((pauseMs) => {
        if (followed.get(workspaceId) !== log) return;
        schedule(pauseMs, () => {
          log.reading = false;
          if (log.again && followed.get(workspaceId) === log) readOn(workspaceId, log);
        });
      });
  };

  /** One workspace, or all. */
  const readAll = (only: string | null): void => {
    for (const [workspaceId, log] of followed) {
      if (only === null || workspaceId === only) readOn(workspaceId, log);
    }
  };

  const look = () => {
    readAll(null);
    callOffLook = schedule(lookMs, look);
  };

  const begin = () => {
    unsubscribe ??= storage.signals.subscribe((signals) => {
      for (const signal of signals) {
        if (isEverything(signal)) readAll(signal.workspaceId);
        else {
          const log = topics.get(signal.topic);
          if (log) readOn(log.workspaceId, log.log);
        }
      }
    });
    callOffLook ??= schedule(lookMs, look);
  };
  const end = () => {
    callOffLook?.();
    callOffLook = undefined;
    unsubscribe?.();
    unsubscribe = undefined;
  };

  const logOf = (workspaceId: string): Followed => {
    let log = followed.get(workspaceId);
    if (!log) {
      const unwatch = storage.signals.watch?.(workspaceId) ?? (() => undefined);
      log = { followers: new Set(), upTo: null, reading: false, unwatch, again: false };
      followed.set(workspaceId, log);
      topics.set(eventsTopic(workspaceId), { workspaceId, log });
    }
    return log;
  };

  /** Reads the end of the log in a writing unit, so that everything written after the call comes after it. */
  const findEnd = async (workspaceId: string, log: Followed, follower: Follower): Promise<number> => {
    const { last } = await storage.write(workspaceId, (stores) => stores.events.bounds());
    follower.told = last;
    log.upTo = Math.min(log.upTo ?? last, last);
    readOn(workspaceId, log);
    return last;
  };

  return {
    listen: (workspaceId, listener) => {
      if (closed) return NOTHING;
      begin();
      const log = logOf(workspaceId);
      const follower: Follower = { listener, told: null };
      log.followers.add(follower);
      const ready = findEnd(workspaceId, log, follower);
      const stop = () => {
        log.followers.delete(follower);
        if (log.followers.size > 0 || followed.get(workspaceId) !== log) return;
        followed.delete(workspaceId);
        log.unwatch();
        topics.delete(eventsTopic(workspaceId));
        if (followed.size === 0) end();
      };
      return { ready, stop };
    },
    close: () => {
      closed = true;
      for (const log of followed.values()) log.unwatch();
      followed.clear();
      topics.clear();
      end();
    },
  };
}
