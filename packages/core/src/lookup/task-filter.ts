import type { Caller } from '../access/caller.ts';
import type { Stores } from '../ports.ts';
import { queryProblem, queryWords } from '../search/words.ts';
import { all } from '../shared/all.ts';
import { dateProblem } from '../shared/date.ts';
import { wantedKey } from '../shared/external-id.ts';
import { invalid, refuseProblems } from '../shared/refusal.ts';
import { LIMITS } from '../shared/text.ts';
import type { TaskFilter } from '../tasks/filter.ts';
import { wantedMetadata } from '../tasks/metadata.ts';
import { type TaskFilters, TIME_FILTERS } from '../tasks/query.ts';
import { isOpen, TASK_STATUSES } from '../tasks/status.ts';
import { normalizeTags } from '../tasks/task.ts';
import { requireTask } from './tasks.ts';

interface Context {
  readonly stores: Stores;
  readonly caller: Caller;
  /** Parameters can change the meaning of others. */
  readonly query: TaskFilters;
  readonly now: number;
}

/** Conditions for the stores; null if the parameter names something that does not exist, so that no task matches. */
type Resolved = Partial<TaskFilter> | null;

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

type Filters = {
  readonly [Name in keyof TaskFilters]-?: (
    wanted: Exclude<TaskFilters[Name], undefined>,
    context: Context,
  ) => Resolved | Promise<Resolved>;
};

const FILTERS: Filters = {
  q: (q) => {
    refuseProblems({ q: queryProblem(q) });
    const words = queryWords(q);
    if (words.length === 0) throw invalid({ q: 'must contain a letter, a digit or an emoji' });
    return { words };
  },
  status: (statuses) => ({ statuses }),
  priority: (priorities) => ({ priorities }),
  effort: (efforts) => ({ efforts }),
  assigned: async (assigned, { stores, caller }) => {
    const names = valuesOf(assigned, 'assigned').map((name) => name.trim());
    const idsOf = async (name: string): Promise<readonly (string | null)[]> => {
      if (name === 'unassigned') return [null];
      return name === 'me' ? [memberOf(caller, 'assigned')] : stores.members.idsMatching(name);
    };
    const assigneeIds = (await all(...names.map(idsOf))).flat();
    return assigneeIds.length === 0 ? null : { assigneeIds };
  },
  projectId: async (projectId, { stores, query }) => {
    if (query.project !== undefined) return null;
    const idsOf = async (id: string): Promise<readonly (string | null)[]> => {
      if (id === 'none') return [null];
      const project = await stores.projects.byId(id);
      return project ? [project.id] : [];
    };
    const projectIds = (await all(...valuesOf(projectId, 'projectId').map(idsOf))).flat();
    return projectIds.length === 0 ? null : { projectIds };
  },
  project: () => ({ projectIds: [null] }),
  parent: async (parent, { stores }) => ({
    parent: parent === 'none' ? null : (await requireTask(stores, parent)).taskNumber,
  }),
  tags: (tags) => ({ tags: tagsInFilter(tags) }),
  label: async (label, { stores, query }) => {
    const ids = await labelsNamed(stores, valuesOf(label, 'label'));
    const labelIds = ids.flatMap((id) => id ?? []);
    if (query.labelMode === 'all') return labelIds.length < ids.length ? null : { allLabelIds: labelIds };
    return labelIds.length === 0 ? null : { labelIds };
  },
  labelMode: () => ({}),
  createdBy: async (createdBy, { stores, caller }) => {
    const name = createdBy.trim();
    return { creatorIds: name === 'me' ? [memberOf(caller, 'createdBy')] : await creatorIds(stores, name) };
  },
  externalId: (externalId) => ({ externalId: wantedKey(externalId) }),
  metadata: (metadata) => ({ metadata: wantedMetadata(metadata) }),
  archived: (archived) => ({ archived }),
  ready: (ready) => ({ ready }),
  blocked: (blocked) => ({ blocked }),
  waitingFor: (waitingFor) => ({ waitingFor }),
  hasClaim: (hasClaim) => ({ hasClaim }),
  createdSince: (since) => ({ created: { since } }),
  updatedSince: (since) => ({ updated: { since } }),
  completedSince: (since) => ({ completed: { since } }),
  dueAfter: (since, { query }) => ({ due: { since, before: query.dueBefore } }),
  dueBefore: (before, { query }) => ({ due: { since: query.dueAfter, before } }),
  due: (due, { query, now }) => {
    if (query.dueAfter !== undefined || query.dueBefore !== undefined)
      throw invalid({ due: 'must not be combined with dueAfter or dueBefore' });
    if (due === 'none') return { due: null };
    const today = now - (now % DAY_MS);
    const range = due === 'overdue' ? { before: today } : { since: today, before: today + WEEK_MS };
    return { due: range, statuses: (query.status ?? TASK_STATUSES).filter(isOpen) };
  },
};

/** The filter for the stores; null if no task can match. 400 for values that no filter accepts. */
export async function resolvedFilter(
  stores: Stores,
  caller: Caller,
  query: TaskFilters,
  now: number,
): Promise<TaskFilter | null> {
  refuseProblems(Object.fromEntries(TIME_FILTERS.map((name) => [name, dateProblem(query[name])])));
  const context = { stores, caller, query, now };
  const resolved = await all(
    // Async, so that a filter that throws at once leaves no rejection of another one unhandled.
    ...Object.entries(FILTERS).map(async ([name, resolve]): Promise<Resolved> => {
      const wanted = query[name as keyof TaskFilters];
      return wanted === undefined
        ? {}
        : (resolve as (wanted: unknown, context: Context) => Resolved)(wanted, context);
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

/** The values of a filter that takes one or several. */
function valuesOf(given: string | readonly string[], parameter: keyof typeof NOUNS): readonly string[] {
  const values = typeof given === 'string' ? [given] : given;
  if (values.length > LIMITS.labelsWanted)
    throw invalid({ [parameter]: `must be at most ${LIMITS.labelsWanted} ${NOUNS[parameter]}` });
  return values;
}
const NOUNS = { assigned: 'members', projectId: 'projects', label: 'labels' } as const;

/** The ids of the labels; null for a name that does not exist. */
async function labelsNamed({ labels }: Stores, names: readonly string[]): Promise<(string | null)[]> {
  const found = await all(...names.map((name) => labels.byName(name.trim())));
  return found.map((label) => label?.id ?? null);
}

/** Ids of members with this name or id. Any other value may be the id of a service's key. */
async function creatorIds({ members }: Stores, nameOrId: string): Promise<readonly string[]> {
  const ids = await members.idsMatching(nameOrId);
  // A member's name can equal the id of a key; the tasks created by that key must still match.
  return ids.includes(nameOrId) ? ids : [...ids, nameOrId];
}

function tagsInFilter(tags: readonly string[]): readonly string[] {
  const wanted = normalizeTags(tags);
  if (wanted.length > LIMITS.tagsInFilter)
    throw invalid({ tags: `must be at most ${LIMITS.tagsInFilter} tags` });
  return wanted;
}
