import type { Caller } from '../access/caller.ts';
import type { SteadyPorts } from '../ports.ts';
import { pageSlice } from '../shared/page.ts';
import { type EventFilterInput, eventFilter } from './filter.ts';
import { positionAt } from './position.ts';
import { type EventPage, readEvents, startOf } from './reading.ts';
import { type ShownEvent, shownEvent } from './shown.ts';
import { type Sight, sightOf } from './visible.ts';

/** Looked at in one unit of work, so that no request waits long for it. */
const FORGET_STEP = 500;

export interface EventQuery extends EventFilterInput {
  /** A position, or `latest` for that of now; from the oldest event that is kept without one. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** An event with the position after which reading goes on. */
export interface Positioned {
  readonly event: ShownEvent;
  readonly position: string;
}

/** Part of the events that somebody sees. It may hold fewer than were asked for, or none, and yet others follow. */
export interface ShownEvents {
  readonly items: readonly Positioned[];
  /** Where to go on, now or later: never null. */
  readonly position: string;
  readonly more: boolean;
}

/** What happened in a workspace, as a feed that loses nothing (docs/rules.md, Events). */
export function eventUseCases({ storage, clock }: SteadyPorts) {
  const shown = (workspaceId: string, { events, next, more }: EventPage): ShownEvents => ({
    items: events.map((event) => ({
      event: shownEvent(event),
      position: positionAt(workspaceId, event.seq),
    })),
    position: positionAt(workspaceId, next),
    more,
  });

  return {
    /** Oldest first, what the caller may see today. 400 INVALID_CURSOR, 410 EVENTS_PRUNED with `oldest`. */
    list: (caller: Caller, { after, limit, ...wanted }: EventQuery): Promise<ShownEvents> => {
      const slice = pageSlice({ limit });
      const filter = eventFilter(wanted);
      const { workspaceId } = caller;
      return storage.read(workspaceId, async (stores) => {
        const from = await startOf(stores, workspaceId, after);
        const sight = await sightOf(stores, caller);
        return shown(workspaceId, await readEvents(stores, from, slice.limit, filter, sight));
      });
    },

    /** What the caller sees today, for whoever holds a stream open for them. */
    sight: (caller: Caller): Promise<Sight> =>
      storage.read(caller.workspaceId, (stores) => sightOf(stores, caller)),

    /** The position of now, or that one where it can be gone on from; 400 and 410 as `list`. */
    start: (caller: Caller, position = 'latest'): Promise<string> =>
      storage.read(caller.workspaceId, async (stores) =>
        positionAt(caller.workspaceId, await startOf(stores, caller.workspaceId, position)),
      ),

    /** Forgets events older than some milliseconds that no activity shows, and where reading begins, a few at a time. */
    forget: async (olderThanMs: number): Promise<void> => {
      for (const { id } of await storage.directory.workspaces()) {
        const before = clock() - olderThanMs;
        while (await storage.write(id, ({ events }) => events.forget(before, FORGET_STEP)));
      }
    },
  };
}
