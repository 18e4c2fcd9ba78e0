import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { all } from '../../shared/all.ts';

import {
  boolean,
  type Check,
  either,
  list,
  number,
  oneOf,
  optional,
  record,
  text,
} from '../../shared/check.ts';
import { wantedKey } from '../../shared/external-id.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';

import { invalid } from '../../shared/refusal.ts';
import { LIMITS } from '../../shared/text.ts';
import type { TaskFilter } from '../filter.ts';

import { wantedMetadata } from '../metadata.ts';

import { DEFAULT_ORDERS, type SortOrder, type TaskOrder, type TaskSort } from '../order.ts';
import { type SeenTask, taskViewer } from '../seen.ts';

import { TASK_STATUSES } from '../status.ts';
import { EFFORTS, normalizeTags, PRIORITIES, WAITING_KINDS } from '../task.ts';

interface Context {
  readonly stores: Stores;
  readonly caller: Caller;
  /** Parameters that change the meaning of others. */
  readonly query: {
    readonly project?: 'none' | undefined;
    readonly labelMode?: 'any' | 'all' | undefined;
    readonly dueAfter?: number | undefined;
    readonly dueBefore?: number | undefined;
  };
}

/** Conditions for the stores; null if the parameter names something that does not exist, so that no task matches. */
type Resolved = Partial<TaskFilter> | null;

interface Parameter<T> {
  readonly check: Check<T>;
  readonly resolve: (wanted: T, context: Context) => Resolved | Promise<Resolved>;
}
const parameter = <T>(check: Check<T>, resolve: Parameter<T>['resolve']): Parameter<T> => ({
  check,
  resolve,
});

/** The filters of the task list. The contract has the same parameters (contract/src/task-filters.ts). */
export const TASK_FILTERS = {
  status: parameter(list(oneOf(TASK_STATUSES)), (statuses) => ({ statuses })),
  priority: parameter(list(oneOf(PRIORITIES)), (priorities) => ({ priorities })),
  effort: parameter(list(oneOf(EFFORTS)), (efforts) => ({ efforts })),
  /** A member's name or id, `me`, or `unassigned`. */
  assigned: parameter(text, async (assigned, { stores, caller }) => {
    const name = assigned.trim();
    if (name === 'unassigned') return { assigneeIds: name };
    const assigneeIds =
      name === 'me' ? [memberOf(caller, 'assigned')] : await stores.members.idsMatching(name);
    return assigneeIds.length === 0 ? null : { assigneeIds };
  }),
  projectId: parameter(text, async (projectId, { stores, query }) =>
    query.project === undefined && (await stores.projects.byId(projectId)) ? { projectId } : null,
  ),
  project: parameter(oneOf(['none']), () => ({ projectId: null })),
  /** A task's number or id, or `none` for tasks without a parent. */
  parent: parameter(text, async (parent, { stores }) => ({
    parent: parent === 'none' ? null : (await requireTask(stores, parent)).taskNumber,
  })),
  tags: parameter(list(text), (tags) => ({ tags: tagsInFilter(tags) })),
  /** One name or several. */
  label: parameter(
    either(text, list(text), 'must be a string or an array'),
    async (label, { stores, query }) => {
      const ids = await labelsNamed(stores, typeof label === 'string' ? [label] : label);
      const labelIds = ids.flatMap((id) => id ?? []);
      if (query.labelMode === 'all') return labelIds.length < ids.length ? null : { allLabelIds: labelIds };
      return labelIds.length === 0 ? null : { labelIds };
    },
  ),
  /** Whether `any` or `all` of the labels must be on the task. */
  labelMode: parameter(oneOf(['any', 'all']), () => ({})),
  /** A member's name or id, `me`, or the id of a service's key. */
  createdBy: parameter(text, async (createdBy, { stores, caller }) => {
    const name = createdBy.trim();
    return { creatorIds: name === 'me' ? [memberOf(caller, 'createdBy')] : await creatorIds(stores, name) };
  }),
  /** `<source>:<id>`. */
  externalId: parameter(text, (externalId) => ({ externalId: wantedKey(externalId) })),
  /** Every entry must match. */
  metadata: parameter(record(text), (metadata) => ({ metadata: wantedMetadata(metadata) })),
  /** Includes archived tasks. */
  archived: parameter(boolean, (archived) => ({ archived })),
  /** Ready for its assignee, or for anybody if it has none; false matches the other tasks in todo. */
  ready: parameter(boolean, (ready) => ({ ready })),
  blocked: parameter(boolean, (blocked) => ({ blocked })),
  waitingFor: parameter(list(oneOf(WAITING_KINDS)), (waitingFor) => ({ waitingFor })),
  hasClaim: parameter(boolean, (hasClaim) => ({ hasClaim })),
  createdSince: parameter(number, (since) => ({ created: { since } })),
  updatedSince: parameter(number, (since) => ({ updated: { since } })),
  completedSince: parameter(number, (since) => ({ completed: { since } })),
  /** Inclusive, so that adjacent ranges share no task. */
  dueAfter: parameter(number, (since, { query }) => ({ due: { since, before: query.dueBefore } })),
  dueBefore: parameter(number, (before, { query }) => ({ due: { since: query.dueAfter, before } })),
} as const;

type Filters = typeof TASK_FILTERS;
type Name = keyof Filters;

export type TaskFilters = {
  readonly [Filter in Name]?: (Filters[Filter] extends Parameter<infer T> ? T : never) | undefined;
};

const NAMES = Object.keys(TASK_FILTERS) as Name[];

export const taskFilterInputs = Object.fromEntries(
  NAMES.map((name) => [name, optional(TASK_FILTERS[name].check as Check<unknown>)]),
) as { readonly [Filter in Name]-?: Check<TaskFilters[Filter]> };

export interface TaskQuery extends PageRequest, TaskFilters {
  readonly sort?: TaskSort | undefined;
  readonly order?: SortOrder | undefined;
}

/** Without a sort, the children of a task come in the order in which they were created. */
function orderOf({ sort, order, parent }: TaskQuery): TaskOrder {
  const ofParent = sort === undefined && parent !== undefined && parent !== 'none';
  return {
    sort: sort ?? 'created',
    order: order ?? (ofParent ? 'asc' : DEFAULT_ORDERS[sort ?? 'created']),
  };
}

/** Newest first by default; excludes archived tasks by default. */
export function taskLister(ports: SteadyPorts) {
  const { storage } = ports;
  const { seenPage } = taskViewer(ports);

  return (caller: Caller, query: TaskQuery): Promise<Page<SeenTask>> =>
    storage.read(caller.workspaceId, async (stores) => {
      const slice = pageSlice(query);
      const filter = await resolveFilter({ stores, caller, query }, query);
      return filter ? seenPage(await stores.tasks.list(filter, slice, orderOf(query))) : EMPTY_PAGE;
    });
}

/** null if no task can match. */
async function resolveFilter(context: Context, query: TaskFilters): Promise<TaskFilter | null> {
  const resolved = await all(
    ...NAMES.map((name): Resolved | Promise<Resolved> => {
      const wanted = query[name];
      return wanted === undefined ? {} : (TASK_FILTERS[name] as Parameter<unknown>).resolve(wanted, context);
    }),
  );
  if (resolved.includes(null)) return null;
  return Object.assign({ archived: false }, ...resolved);
}

/** The person or agent behind the key. */
function memberOf({ memberId }: Caller, parameter: string): string {
  if (memberId !== null) return memberId;
  throw invalid({ [parameter]: 'must name a member: this key has no person or agent behind it' });
}

/** The ids of the labels; null for a name that does not exist. */
async function labelsNamed({ labels }: Stores, names: readonly string[]): Promise<(string | null)[]> {
  if (names.length > LIMITS.labelsWanted)
    throw invalid({ label: `must be at most ${LIMITS.labelsWanted} labels` });
  const found = await all(...names.map((name) => labels.byName(name.trim())));
  return found.map((label) => label?.id ?? null);
}

/** Ids of members with this name or id. Any other value may be the id of a service's key. */
export async function creatorIds({ members }: Stores, nameOrId: string): Promise<readonly string[]> {
  const ids = await members.idsMatching(nameOrId);
  // A member's name can equal the id of a key; the tasks created by that key must still match.
  return ids.includes(nameOrId) ? ids : [...ids, nameOrId];
}

export function tagsInFilter(tags: readonly string[]): readonly string[] {
  const wanted = normalizeTags(tags);
  if (wanted.length > LIMITS.tagsInFilter)
    throw invalid({ tags: `must be at most ${LIMITS.tagsInFilter} tags` });
  return wanted;
}
