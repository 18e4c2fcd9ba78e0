import type { SteadyPorts } from '../../ports.ts';
import { isEverything } from '../../shared/signals.ts';
import { eventsTopic } from '../signals.ts';
import { type Followed, type Follower, LOOK_MS, logReader, type TailListener } from './log-reader.ts';

/** The interval for a storage that handles lost signals itself: each poll costs it one query per log. */
const WATCHED_LOOK_MS = 30_000;

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

/** Returned to listeners after `close`. */
const NOTHING = { ready: new Promise<number>(() => undefined), stop: () => undefined };

/** Follows the logs of workspaces with listeners; one read serves all listeners of a workspace. */
export function createTail(ports: Pick<SteadyPorts, 'storage' | 'schedule' | 'steadyClock'>): Tail {
  const { storage, schedule } = ports;
  const followed = new Map<string, Followed>();
  const topics = new Map<string, { readonly workspaceId: string; readonly log: Followed }>();
  const readOn = logReader(ports, (workspaceId, log) => followed.get(workspaceId) === log);
  let closed = false;
  const lookMs = storage.signals.watch ? WATCHED_LOOK_MS : LOOK_MS;
  let callOffLook: (() => void) | undefined;
  let unsubscribe: (() => void) | undefined;

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
    follower.position = last;
    log.upTo = Math.min(log.upTo ?? last, last);
    readOn(workspaceId, log);
    return last;
  };

  return {
    listen: (workspaceId, listener) => {
      if (closed) return NOTHING;
      begin();
      const log = logOf(workspaceId);
      const follower: Follower = { listener, position: null };
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
