import type { Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';
import { dayOf } from '../usage/days.ts';
import {
  countedUsage,
  growthBetween,
  MEASURED_NAMES,
  NO_USAGE,
  type UsageSources,
  withUsage,
} from '../usage/measured.ts';
import { countedAs } from '../usage/names.ts';
import type { UsageOf } from '../usage/store.ts';
import type { Usage } from '../usage/usage.ts';
import { noteLimit } from './usage-limits.ts';

export interface UsageReport {
  /** null if the reporter is not an agent. */
  readonly agentId: string | null;
  /** null if not for a task, as for a reply in a chat. */
  readonly task: Pick<Task, 'taskNumber' | 'project' | 'parent' | 'budget'> | null;
  /** Time of the report, by the clock; decides the day that it counts for. */
  readonly at: number;
  readonly usage: Usage;
  /**
   * The claim of the report, if any. Then reported numbers are totals since the claim began, and only their growth
   * counts. Measured numbers, and those without a claim, are added.
   */
  readonly claimId: string | null;
  readonly source: keyof UsageSources;
}

/**
 * Counts usage by agent, task, project and day, in the unit of work of the report. The caller checks the
 * numbers first (`usageProblems`). Names beyond the limits count as `other` (docs/rules.md, Usage).
 */
export async function countUsage(
  stores: Pick<Stores, 'usage' | 'members' | 'inbox' | 'subtasks'>,
  { agentId, task, at, usage, claimId, source }: UsageReport,
): Promise<void> {
  const day = dayOf(at);
  const of: UsageOf = {
    agentId,
    projectId: task?.project?.id ?? null,
    taskNumber: task?.taskNumber ?? null,
  };
  const sources = claimId === null ? NO_USAGE : await stores.usage.ofClaim(claimId);
  const before = countedUsage(sources);
  const agent = agentId === null ? null : await stores.members.byId(agentId);
  const names = [
    ...Object.keys((agent?.type === 'agent' && agent.limits?.usage) || {}),
    ...(await budgetedNames(stores, task)),
    ...MEASURED_NAMES,
  ];
  // A claim keeps its own names, so that later reports are compared with earlier ones.
  const own = claimId === null ? usage : countedAs(usage, before, names);
  const after = withUsage(sources, source, own);
  if (claimId !== null) await stores.usage.keepOfClaim(claimId, after);
  const grown = claimId === null ? usage : growthBetween(before, countedUsage(after));
  if (Object.keys(grown).length === 0) return;
  const added = countedAs(grown, await stores.usage.inMonthOf(day), names);
  await stores.usage.add(day, of, added);
  if (task) await stores.subtasks.addUsage(task.taskNumber, added);
  if (agent?.type === 'agent' && agent.limits) await noteLimit(stores, agent, at);
}

/** The names in the budgets that the task counts against. */
async function budgetedNames(
  { subtasks }: Pick<Stores, 'subtasks'>,
  task: UsageReport['task'],
): Promise<readonly string[]> {
  const above = task?.parent ? await subtasks.ancestors(task.taskNumber) : [];
  return [task, ...above].flatMap((each) => Object.keys(each?.budget ?? {}));
}
