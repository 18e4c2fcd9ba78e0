import type { Caller } from '../../access/caller.ts';
import { resolvedFilter } from '../../lookup/task-filter.ts';
import type { SteadyPorts } from '../../ports.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { MAX_COUNT, NO_TASKS, type StatusCounts, totalOf } from '../counts.ts';
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

export interface TaskCounts extends StatusCounts {
  readonly total: number;
  /** The highest number that is counted; one more means more. */
  readonly max: number;
}

/** Numbers of tasks in a list, by status. */
export const taskCounter =
  ({ storage, clock }: SteadyPorts) =>
  (caller: Caller, query: TaskFilters): Promise<TaskCounts> =>
    storage.read(caller.workspaceId, async (stores) => {
      const filter = await resolvedFilter(stores, caller, query, clock());
      const counts = filter ? await stores.tasks.counts(filter) : NO_TASKS;
      return { ...counts, total: totalOf(counts), max: MAX_COUNT };
    });
