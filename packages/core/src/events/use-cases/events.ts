import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts } from '../../ports.ts';
import { pageSlice } from '../../shared/page.ts';
import { type EventFilter, type EventFilterInput, eventFilter } from '../filter.ts';
import { numberAt } from '../position.ts';
import { type ShownEvents, shownPage } from '../shown-page.ts';
import type { LogBounds, LogRange } from '../store.ts';
import type { EventPage, Sight } from '../visible.ts';
import { type Reading, readEvents, startOf } from './reading.ts';
import { sightOf } from './sight.ts';

/** Events scanned per unit of work; small, so that requests do not wait long. */
const FORGET_STEP = 500;

export interface EventQuery extends EventFilterInput {
  /** A position, or `latest` for the current one; defaults to the oldest stored event. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** The start of an event stream, with its filter and rights. */
export interface StreamStart {
  readonly seq: number;
  /** True if events after the requested position have been pruned. */
  readonly reset: boolean;
  readonly filter: EventFilter;
  readonly sight: Sight;
}

/** The events of a workspace, as a lossless feed (docs/rules.md, Events). */
export function eventUseCases({ storage, clock }: SteadyPorts) {
  return {
    /**
     * Oldest first, limited to what the caller may currently see. 400 INVALID_CURSOR, 410 EVENTS_PRUNED with
     * `oldest`.
     */
    list: (caller: Caller, { after, limit, ...wanted }: EventQuery): Promise<ShownEvents> => {
      const slice = pageSlice({ limit });
      const filter = eventFilter(wanted);
      const { workspaceId } = caller;
      return storage.read(workspaceId, async (stores) => {
        const from = await startOf(stores, workspaceId, after);
        const sight = await sightOf(stores, caller);
        return shownPage(
          workspaceId,
          await readEvents(stores, { after: from, limit: slice.limit, filter, sight }),
        );
      });
    },

    /** The caller's current rights, for an open stream. */
    sight: (caller: Caller): Promise<Sight> =>
      storage.read(caller.workspaceId, (stores) => sightOf(stores, caller)),

    /**
     * The start of a stream: after a position, by default now; from the oldest stored event if the position has been
     * pruned. 400 INVALID_CURSOR.
     */
    begin: (caller: Caller, { after = 'latest', ...wanted }: EventQuery): Promise<StreamStart> => {
      const filter = eventFilter(wanted);
      return storage.read(caller.workspaceId, async (stores) => {
        const { keptAfter, last } = await stores.events.bounds();
        const asked = after === 'latest' ? last : numberAt(caller.workspaceId, after, last);
        const seq = Math.max(asked, keptAfter);
        return { seq, reset: asked < keptAfter, filter, sight: await sightOf(stores, caller) };
      });
    },

    /** Events after a number for a filter and rights, with the start of the stored log. */
    read: (workspaceId: string, reading: Reading): Promise<EventPage & Pick<LogBounds, 'keptAfter'>> =>
      storage.read(workspaceId, async (stores) => {
        const { keptAfter } = await stores.events.bounds();
        return { keptAfter, ...(await readEvents(stores, reading)) };
      }),

    /** Up to `limit` raw events after a number, with the start of the stored log. */
    range: (
      workspaceId: string,
      seq: number,
      limit: number,
    ): Promise<LogRange & Pick<LogBounds, 'keptAfter'>> =>
      storage.read(workspaceId, async ({ events }) => {
        const { keptAfter } = await events.bounds();
        return { keptAfter, ...(await events.after(seq, limit)) };
      }),

    /** Deletes events older than `olderThanMs` that no activity shows, in batches, and moves the start of the log. */
    forget: async (olderThanMs: number): Promise<void> => {
      for (const { id } of await storage.directory.workspaces()) {
        const before = clock() - olderThanMs;
        while (await storage.write(id, ({ events }) => events.forget(before, FORGET_STEP)));
      }
    },
  };
}
