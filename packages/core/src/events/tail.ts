import type { SteadyPorts } from '../ports.ts';
import { isEverything } from '../shared/signals.ts';
import type { Event } from './event.ts';
import { eventsTopic } from './signals.ts';

/** Events that are read in one unit of work. */
const AT_ONCE = 250;
/**
 * Between two readings at least, so that many changes a second are passed on together, in milliseconds. Where that takes
 * longer, for there are many listeners, as long as it took: half of the time is for everybody else.
 */
const PACE_MS = 10;
/** Another process may write as well, and its signals may be lost: the log is looked at as often, in milliseconds. */
const LOOK_MS = 1_000;
/** As often where the storage sees to lost signals itself: a look costs it a statement for each log. */
const WATCHED_LOOK_MS = 30_000;

/**
 * New events, oldest first, without gaps from one call to the next; `upTo` is the number of the last of them. No more is
 * read before what it returns has resolved, so that nothing piles up; that must not be rejected.
 */
export type TailListener = (events: readonly Event[], upTo: number) => void | Promise<void>;

/** The end of the logs: whoever listens is told of every event, after its commit and in order. */
export interface Tail {
  /**
   * Tells of everything that is committed after the call. The listener must not throw, nor take long. `ready` resolves
   * when it listens, with the number of the last event before it, and is rejected where the storage is away: then
   * nothing will be told.
   */
  listen(
    workspaceId: string,
    listener: TailListener,
  ): { readonly ready: Promise<number>; readonly stop: () => void };
  /** Tells nobody any more. */
  close(): void;
}

interface Follower {
  readonly listener: TailListener;
  /** Everything up to there has been told; null until it is known where the log ended when it began to listen. */
  told: number | null;
}

interface Followed {
  readonly followers: Set<Follower>;
  /** Everything up to there has been read. */
  upTo: number | null;
  reading: boolean;
  /** Ends that the storage sees to its signals. */
  unwatch(): void;
  /** Whether something was committed since the last reading began. */
  again: boolean;
}

/** What whoever listens after the end gets. */
const NOTHING = { ready: new Promise<number>(() => undefined), stop: () => undefined };

/** Follows the logs of the workspaces that somebody listens to; one reading serves all of them. */
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
    // Somebody has begun to listen meanwhile, and is to be told from before.
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
          // The storage is away: the next look is in a moment.
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

  /** Of one workspace, or of all. */
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

  /** Asks where the log ends in a writing unit: whatever is written after the call comes after it. */
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
