import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { all } from '../../shared/all.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid } from '../../shared/refusal.ts';
import { LIMITS } from '../../shared/text.ts';
import { type SeenTask, taskViewer } from '../seen.ts';
import type { TaskStatus } from '../status.ts';
import type { TaskFilter } from '../store.ts';
import { type Effort, normalizeTags, type Priority } from '../task.ts';

export interface TaskQuery extends PageRequest {
  readonly status?: readonly TaskStatus[] | undefined;
  readonly priority?: readonly Priority[] | undefined;
  readonly effort?: readonly Effort[] | undefined;
  /** A member's name or id, or `unassigned`. */
  readonly assigned?: string | undefined;
  readonly projectId?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly label?: string | undefined;
  /** A member's name or id. */
  readonly createdBy?: string | undefined;
  readonly archived?: boolean | undefined;
}

/** Newest first; excludes archived tasks by default. */
export function taskLister(ports: SteadyPorts) {
  const { storage } = ports;
  const { seenPage } = taskViewer(ports);

  return (caller: Caller, query: TaskQuery): Promise<Page<SeenTask>> =>
    storage.read(caller.workspaceId, async (stores) => {
      const slice = pageSlice(query);
      const filter = await resolveFilter(stores, query);
      return filter ? seenPage(await stores.tasks.list(filter, slice)) : EMPTY_PAGE;
    });
}

/** null when a name in the query matches nothing, so that no task can match. */
async function resolveFilter(stores: Stores, query: TaskQuery): Promise<TaskFilter | null> {
  const { labels, projects } = stores;
  const [label, assigneeIds, project, creators] = await all(
    query.label === undefined ? undefined : labels.byName(query.label.trim()),
    assigneesIn(stores, query.assigned?.trim()),
    query.projectId === undefined ? undefined : projects.byId(query.projectId),
    query.createdBy === undefined ? undefined : creatorIds(stores, query.createdBy.trim()),
  );
  if (label === null || project === null || assigneeIds?.length === 0) return null;
  return {
    statuses: query.status,
    priorities: query.priority,
    efforts: query.effort,
    assigneeIds,
    creatorIds: creators,
    projectId: project?.id,
    tags: query.tags && tagsInFilter(query.tags),
    labelId: label?.id,
    archived: query.archived ?? false,
  };
}

async function assigneesIn({ members }: Stores, assigned: string | undefined) {
  return assigned === undefined || assigned === 'unassigned' ? assigned : members.idsMatching(assigned);
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
