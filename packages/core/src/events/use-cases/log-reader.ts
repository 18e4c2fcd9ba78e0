import type { SteadyPorts } from '../../ports.ts';
import type { Event } from '../event.ts';

/** Events per unit of work. */
const AT_ONCE = 250;
/**
 * Minimum pause between reads, in milliseconds, so that frequent changes are batched. After a longer delivery, the
 * pause is as long as the delivery was, to leave half of the time to other work.
 */
const PACE_MS = 10;
/** Polling interval in milliseconds, for commits by other processes whose signals were lost. */
export const LOOK_MS = 1_000;

/**
 * Receives new events, oldest first, without gaps between calls; `upTo` is the number of the last one. The next read
 * waits for the returned promise (backpressure), which must not reject.
 */
export type TailListener = (events: readonly Event[], upTo: number) => void | Promise<void>;

export interface Follower {
  readonly listener: TailListener;
  /** Number of the last delivered event; null until the end of the log at the start is known. */
  position: number | null;
}

export interface Followed {
  readonly followers: Set<Follower>;
  /** Number of the last event read. */
  upTo: number | null;
  reading: boolean;
  /** Ends the watch on the storage's signals. */
  unwatch(): void;
  /** True if something was committed since the last read began. */
  again: boolean;
}

/** Reads the logs of workspaces with listeners, one read at a time per log; `follows` returns whether a log has any. */
export function logReader(
  { storage, schedule, steadyClock }: Pick<SteadyPorts, 'storage' | 'schedule' | 'steadyClock'>,
  follows: (workspaceId: string, log: Followed) => boolean,
): (workspaceId: string, log: Followed) => void {
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
      const position = follower.position;
      if (position === null || position >= upTo) continue;
      follower.position = upTo;
      const fresh = position <= from ? events : events.filter(({ seq }) => seq > position);
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
        if (!follows(workspaceId, log)) return;
        schedule(pauseMs, () => {
          log.reading = false;
          if (log.again && follows(workspaceId, log)) readOn(workspaceId, log);
        });
      });
  };

  return readOn;
}
