import type { SteadyPorts } from '../ports.ts';
import type { Event } from './event.ts';
import { eventFilter } from './filter.ts';
import { readEvents, startOf } from './reading.ts';
import { type Positioned, positioned, type ShownEvents, shownPage } from './shown-page.ts';
import type { Tail } from './tail.ts';
import { EVERYTHING } from './visible.ts';

/** Most events that are read at a time. */
const MOST = 1_000;
const DEFAULT = 100;
/** After which a storage that is away is asked again, in milliseconds. */
const AGAIN_MS = 1_000;

/** Events for the program that embeds Tandem, which sees all of them (docs/embedding.md). */
export function eventHooks({ storage, schedule }: SteadyPorts, tail: Tail) {
  return {
    /**
     * What happened after a position, oldest first, at most 1,000 at a time; from the oldest that is kept without one,
     * and for `latest` only the position of now. Throws INVALID_CURSOR and EVENTS_PRUNED.
     */
    after: (workspaceId: string, position?: string, limit: number = DEFAULT): Promise<ShownEvents> =>
      storage.read(workspaceId, async (stores) => {
        const from = await startOf(stores, workspaceId, position);
        const max = Math.max(1, Math.min(limit, MOST));
        return shownPage(workspaceId, await readEvents(stores, from, max, eventFilter({}), EVERYTHING));
      }),

    /**
     * Calls the listener with everything that is committed from now on, after the commit and in order; while the storage
     * is away, from when it is back. What it throws harms nobody, and is not told to it again. The returned function
     * ends it; after it the listener is not called.
     */
    subscribe: (workspaceId: string, listener: (each: Positioned) => unknown): (() => void) => {
      let ended = false;
      const tell = (events: readonly Event[]) => {
        for (const event of events) {
          if (ended) return;
          try {
            const returned = listener(positioned(workspaceId, event));
            // A listener may be asynchronous: what it throws then is its own as well.
            if (returned instanceof Promise) returned.catch(() => undefined);
          } catch {
            // Said above: it harms nobody.
          }
        }
      };
      let letGo: () => void;
      const begin = () => {
        const { ready, stop } = tail.listen(workspaceId, tell);
        letGo = stop;
        ready.catch(() => {
          stop();
          if (!ended) letGo = schedule(AGAIN_MS, begin);
        });
      };
      begin();
      return () => {
        ended = true;
        letGo();
      };
    },
  };
}
