import type { SteadyPorts } from '../../ports.ts';
import type { Event } from '../event.ts';
import { eventFilter } from '../filter.ts';
import { type Positioned, positioned, type ShownEvents, shownPage } from '../shown-page.ts';
import { EVERYTHING } from '../visible.ts';
import { readEvents, startOf } from './reading.ts';
import type { Tail } from './tail.ts';

/** Maximum events per read. */
const MAX_EVENTS = 1_000;
const DEFAULT_EVENTS = 100;
/** Delay in milliseconds before retrying an unreachable storage. */
const RETRY_MS = 1_000;

/** Events for the program that embeds Tandem, which sees all of them (docs/embedding.md). */
export function eventHooks({ storage, schedule }: SteadyPorts, tail: Tail) {
  return {
    /**
     * Events after a position, oldest first, at most 1,000 at a time. Without a position, starts from the oldest
     * stored event; `latest` returns only the current position. Throws INVALID_CURSOR and EVENTS_PRUNED.
     */
    after: (workspaceId: string, position?: string, limit: number = DEFAULT_EVENTS): Promise<ShownEvents> =>
      storage.read(workspaceId, async (stores) => {
        const from = await startOf(stores, workspaceId, position);
        const max = Math.max(1, Math.min(limit, MAX_EVENTS));
        return shownPage(
          workspaceId,
          await readEvents(stores, { after: from, limit: max, filter: eventFilter({}), sight: EVERYTHING }),
        );
      }),

    /**
     * Calls the listener with every event committed from now on, in commit order; if the storage is unreachable, from
     * when it is back. Errors of the listener are ignored. The returned function unsubscribes; the listener is not
     * called after that.
     */
    subscribe: (workspaceId: string, listener: (each: Positioned) => unknown): (() => void) => {
      let ended = false;
      const deliver = (events: readonly Event[]) => {
        for (const event of events) {
          if (ended) return;
          try {
            const returned = listener(positioned(workspaceId, event));
            // Also ignore rejections of an asynchronous listener.
            if (returned instanceof Promise) returned.catch(() => undefined);
          } catch {
            // Ignored, see above.
          }
        }
      };
      let stopListening: () => void;
      const begin = () => {
        const { ready, stop } = tail.listen(workspaceId, deliver);
        stopListening = stop;
        ready.catch(() => {
          stop();
          if (!ended) stopListening = schedule(RETRY_MS, begin);
        });
      };
      begin();
      return () => {
        ended = true;
        stopListening();
      };
    },
  };
}
