import type { Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';
import { dayOf } from '../usage/days.ts';
import { countedAs } from '../usage/names.ts';
import type { UsageOf } from '../usage/store.ts';
import { numberOf, plus, totalOf, type Usage } from '../usage/usage.ts';
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
   * The claim of the report, if any: then the numbers are totals since the claim began, and only their growth counts.
   * Otherwise they are added.
   */
  readonly claimId: string | null;
}

/**
 * Counts reported usage by agent, task, project and day, in the unit of work of the report. The caller checks the
 * numbers first (`usageProblems`). Names beyond the limits count as `other` (docs/rules.md, Usage).
 */
export async function countUsage(
  stores: Pick<Stores, 'usage' | 'members' | 'inbox' | 'subtasks'>,
  { agentId, task, at, usage, claimId }: UsageReport,
): Promise<void> {
  const day = dayOf(at);
  const of: UsageOf = {
    agentId,
    projectId: task?.project?.id ?? null,
    taskNumber: task?.taskNumber ?? null,
  };
  const before =
    claimId === null ? {} : totalOf((await stores.usage.ofClaim(claimId)).map((part) => part.usage));
  const agent = agentId === null ? null : await stores.members.byId(agentId);
  const limited = [
    ...Object.keys((agent?.type === 'agent' && agent.limits?.usage) || {}),
    ...(await budgetedNames(stores, task)),
  ];
  // A claim keeps its own names, so that later reports are compared with earlier ones.
  const grown = growth(before, claimId === null ? usage : countedAs(usage, before, limited));
  if (Object.keys(grown).length === 0) return;
  const known = await stores.usage.inMonthOf(day);
  const added = countedAs(grown, known, limited);
  await stores.usage.add(day, of, added);
  if (task) await stores.subtasks.addUsage(task.taskNumber, added);
  if (claimId !== null) {
    const counted = { day: null, projectId: null, usage: plus(before, grown) };
    await stores.usage.keepOfClaim(claimId, [counted]);
  }
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

/** The growth of each number since it was last counted for the claim; a smaller number counts nothing. */
const growth = (counted: Usage, reported: Usage): Usage =>
  Object.fromEntries(
    Object.entries(reported).flatMap(([name, value]) => {
      const more = numberOf(plus({ [name]: value }, { [name]: -numberOf(counted, name) }), name);
      return more > 0 || !Object.hasOwn(counted, name) ? [[name, more]] : [];
    }),
  );
