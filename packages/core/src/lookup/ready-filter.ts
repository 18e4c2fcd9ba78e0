import { labelNameProblem } from '../labels/label.ts';
import type { Stores } from '../ports.ts';
import type { ReadyFilter } from '../ready/ready.ts';
import { all } from '../shared/all.ts';
import { entryProblems } from '../shared/entries.ts';
import { invalid, refuseProblems } from '../shared/refusal.ts';
import { LIMITS } from '../shared/text.ts';
import type { Priority } from '../tasks/task.ts';

/** The tasks that a claimer wants, as named by the client. */
export interface WantedTasks {
  readonly projectId?: string | null | undefined;
  /** Names; any of them matches. */
  readonly labels?: readonly string[] | undefined;
  readonly priority?: readonly Priority[] | undefined;
}

/** The filter for these tasks; null if none of the named labels exists. 400 for an unknown project. */
export async function readyFilter(stores: Stores, wanted: WantedTasks): Promise<ReadyFilter | null> {
  const { labels, priority } = wanted;
  if (labels && labels.length > LIMITS.labelsWanted) {
    throw invalid({ labels: `must be at most ${LIMITS.labelsWanted} labels` });
  }
  refuseProblems(entryProblems('labels', labels ?? [], labelNameProblem));
  const projectId = wanted.projectId ?? undefined;
  if (projectId !== undefined && !(await stores.projects.byId(projectId))) {
    throw invalid({ projectId: 'must be the id of a project in this workspace' });
  }
  const found = await all(...(labels ?? []).map((name) => stores.labels.byName(name.trim())));
  const labelIds = found.flatMap((label) => (label ? [label.id] : []));
  if (labels !== undefined && labelIds.length === 0) return null;
  return { projectId, priorities: priority, labelIds: labels && labelIds };
}

/** The filter for signals that wake a waiter. It matches any label while a named label does not exist yet. */
export async function wakingFilter(stores: Stores, wanted: WantedTasks): Promise<ReadyFilter> {
  const filter = await readyFilter(stores, wanted);
  const allThere = wanted.labels === undefined || filter?.labelIds?.length === wanted.labels.length;
  if (filter && allThere) return filter;
  return { projectId: wanted.projectId ?? undefined, priorities: wanted.priority };
}
