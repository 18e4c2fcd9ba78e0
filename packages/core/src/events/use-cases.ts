import type { Caller } from '../access/caller.ts';
import type { SteadyPorts } from '../ports.ts';
import { pageSlice } from '../shared/page.ts';
import { type EventFilter, type EventFilterInput, eventFilter } from './filter.ts';
import { numberAt } from './position.ts';
import { type EventPage, readEvents, startOf } from './reading.ts';
import { type ShownEvents, shownPage } from './shown-page.ts';
import type { LogBounds, LogStretch } from './store.ts';
import { type Sight, sightOf } from './visible.ts';

/** Looked at in one unit of work, so that no request waits long for it. */
const FORGET_STEP = 500;

export interface EventQuery extends EventFilterInput {
  /** A position, or `latest` for that of now; from the oldest event that is kept without one. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** Where and for whom a stream begins. */
export interface StreamStart {
  readonly seq: number;
  /** Whether events after the position are not kept any more. */
  readonly reset: boolean;
  readonly filter: EventFilter;
  readonly sight: Sight;
}

/** What happened in a workspace, as a feed that loses nothing (docs/rules.md, Events). */
export function eventUseCases({ storage, clock }: SteadyPorts) {
  return {
    /** Oldest first, what the caller may see today. 400 INVALID_CURSOR, 410 EVENTS_PRUNED with `oldest`. */
    list: (caller: Caller, { after, limit, ...wanted }: EventQuery): Promise<ShownEvents> => {
      const slice = pageSlice({ limit });
      const filter = eventFilter(wanted);
      const { workspaceId } = caller;
      return storage.read(workspaceId, async (stores) => {
        const from = await startOf(stores, workspaceId, after);
        const sight = await sightOf(stores, caller);
        return shownPage(workspaceId, await readEvents(stores, from, slice.limit, filter, sight));
      });
    },

    /** What the caller sees today, for whoever holds a stream open for them. */
    sight: (caller: Caller): Promise<Sight> =>
      storage.read(caller.workspaceId, (stores) => sightOf(stores, caller)),

    /**
     * Where a stream begins: after a position, else now; from the oldest event that is kept where what comes after the
     * position is not. 400 INVALID_CURSOR.
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

    /** What comes after a number, for whoever sees and wants this; and after which number everything is kept. */
    read: (
      workspaceId: string,
      seq: number,
      limit: number,
      filter: EventFilter,
      sight: Sight,
    ): Promise<EventPage & Pick<LogBounds, 'keptAfter'>> =>
      storage.read(workspaceId, async (stores) => {
        const { keptAfter } = await stores.events.bounds();
        return { keptAfter, ...(await readEvents(stores, seq, limit, filter, sight)) };
      }),

    /** The log after a number as it is, so many events at the most, and after which number everything is kept. */
    stretch: (
      workspaceId: string,
      seq: number,
      limit: number,
    ): Promise<LogStretch & Pick<LogBounds, 'keptAfter'>> =>
      storage.read(workspaceId, async ({ events }) => {
        const { keptAfter } = await events.bounds();
        return { keptAfter, ...(await events.after(seq, limit)) };
      }),

    /** Forgets events older than some milliseconds that no activity shows, and where reading begins, a few at a time. */
    forget: async (olderThanMs: number): Promise<void> => {
      for (const { id } of await storage.directory.workspaces()) {
        const before = clock() - olderThanMs;
        while (await storage.write(id, ({ events }) => events.forget(before, FORGET_STEP)));
      }
    },
  };
}
