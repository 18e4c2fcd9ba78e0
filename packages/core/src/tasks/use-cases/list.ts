import type { Caller } from '../../access/caller.ts';
import { resolvedFilter } from '../../lookup/task-filter.ts';
import type { SteadyPorts } from '../../ports.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { orderOf, type SortOrder, type TaskSort } from '../order.ts';
import type { TaskFilters } from '../query.ts';
import { type SeenTask, taskViewer } from '../seen.ts';

export interface TaskQuery extends PageRequest, TaskFilters {
  readonly sort?: TaskSort | undefined;
  readonly order?: SortOrder | undefined;
}

/** Newest first by default; excludes archived tasks by default. */
export function taskLister(ports: SteadyPorts) {
  const { storage, clock } = ports;
  const { seenPage } = taskViewer(ports);

  return (caller: Caller, query: TaskQuery): Promise<Page<SeenTask>> =>
    storage.read(caller.workspaceId, async (stores) => {
      const slice = pageSlice(query);
      const filter = await resolvedFilter(stores, caller, query, clock());
      return filter ? seenPage(await stores.tasks.list(filter, slice, orderOf(query))) : EMPTY_PAGE;
    });
}
