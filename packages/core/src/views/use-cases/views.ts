import type { Caller } from '../../access/caller.ts';
import { resolvedFilter } from '../../lookup/task-filter.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { changer } from '../../steps/running.ts';
import { orderOf } from '../../tasks/order.ts';
import {
  checkChanges,
  checkSees,
  MAX_VIEWS,
  makerOf,
  type View,
  type ViewQuery,
  viewNameProblem,
  viewQueryProblem,
} from '../view.ts';

/** Omitted members have the defaults of the task list. */
export type GivenQuery = { readonly [Field in keyof ViewQuery]?: ViewQuery[Field] | undefined };

export interface ViewChange {
  readonly name?: string | undefined;
  readonly shared?: boolean | undefined;
  /** Replaces the whole query. */
  readonly query?: GivenQuery | undefined;
}

export interface NewView extends ViewChange {
  readonly name: string;
}

/** Saved queries of the task list (docs/rules.md, Views). They have no events, because private ones concern nobody. */
export function viewUseCases(ports: Ports) {
  const { storage, newId, clock } = ports;
  const write = changer(ports);

  const visible = async ({ views }: Stores, caller: Caller, id: string): Promise<View> =>
    checkSees(caller, await views.byId(id));

  return {
    /** Shared views and the caller's own, by name. */
    list: (caller: Caller, page: PageRequest): Promise<Page<View>> =>
      storage.read(caller.workspaceId, ({ views }) => views.list(caller.memberId, pageSlice(page))),

    get: (caller: Caller, id: string): Promise<View> =>
      storage.read(caller.workspaceId, (stores) => visible(stores, caller, id)),

    /** 409 LIMIT_REACHED for the member's 101st view. */
    create: (caller: Caller, input: NewView): Promise<View> =>
      write(caller, async (stores) => {
        const createdBy = { id: makerOf(caller), name: caller.name };
        const now = clock();
        const view: View = {
          id: newId(),
          name: checkedName(input.name),
          shared: input.shared ?? false,
          query: await checkedQuery(stores, caller, input.query ?? {}, clock()),
          createdBy,
          createdAt: now,
          updatedAt: now,
        };
        if ((await stores.views.countOf(createdBy.id, MAX_VIEWS)) >= MAX_VIEWS) {
          throw new Refusal(
            'LIMIT_REACHED',
            `A member can have at most ${MAX_VIEWS} views. Delete one you no longer need.`,
          );
        }
        await stores.views.insert(view);
        return view;
      }),

    /** 403 unless the caller made the view or administers the workspace. */
    update: (caller: Caller, id: string, change: ViewChange): Promise<View> =>
      write(caller, async (stores) => {
        const before = await visible(stores, caller, id);
        checkChanges(caller, before);
        const after: View = {
          ...before,
          name: change.name === undefined ? before.name : checkedName(change.name),
          shared: change.shared ?? before.shared,
          query: change.query ? await checkedQuery(stores, caller, change.query, clock()) : before.query,
          updatedAt: clock(),
        };
        await stores.views.update(after);
        return after;
      }),

    delete: (caller: Caller, id: string): Promise<void> =>
      write(caller, async (stores) => {
        checkChanges(caller, await visible(stores, caller, id));
        await stores.views.delete(id);
      }),
  };
}

function checkedName(name: string): string {
  refuseProblems({ name: viewNameProblem(name) });
  return name.trim();
}

/** The query with its defaults; 400 for filters that the task list refuses. Names need not exist yet. */
async function checkedQuery(
  stores: Stores,
  caller: Caller,
  given: GivenQuery,
  now: number,
): Promise<ViewQuery> {
  const { filters = {}, view = 'list', groupBy = 'status' } = given;
  const query = { filters, ...orderOf({ ...given, parent: filters.parent }), view, groupBy };
  refuseProblems({ query: viewQueryProblem(query) });
  try {
    await resolvedFilter(stores, caller, filters, now).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.kind !== 'not_found') throw error;
      // The refusal of an unknown parent hides those of other filters.
      return resolvedFilter(stores, caller, { ...filters, parent: undefined }, now);
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    throw invalid(
      Object.fromEntries(
        Object.entries(error.fields).map(([field, problems]) => [`query.filters.${field}`, problems]),
      ),
    );
  }
  return query;
}
