import { isLiving, type ShownClaim, shownClaim } from '../claims/claim.ts';
import type { Criterion } from '../results/criteria.ts';
import type { Clock } from '../shared/environment.ts';
import type { Page } from '../shared/page.ts';
import type { Relation } from './relations.ts';
import type { TreeUsage } from './subtasks.ts';
import type { Task, WaitingFor } from './task.ts';

/** A task as returned to callers: with its living claim, but without the claim's token. */
export interface SeenTask extends Omit<Task, 'claim'> {
  readonly claim: ShownClaim | null;
}

/** The progress of the children that the task waits for. */
const waitOf = ({ waitingFor, children: { total, open } }: Task): WaitingFor | null =>
  waitingFor && { ...waitingFor, what: `${total - open} of ${total} closed` };

/** Most tasks have no claim and are returned without a copy. */
export function taskViewer({ steadyClock }: { steadyClock: Clock }) {
  const seen = (task: Task): SeenTask => {
    if (task.waitingFor?.kind === 'children') return { ...task, waitingFor: waitOf(task), claim: null };
    if (task.claim === null) return task as SeenTask;
    return { ...task, claim: isLiving(task.claim, steadyClock()) ? shownClaim(task.claim) : null };
  };
  return {
    seen,
    seenPage: (page: Page<Task>): Page<SeenTask> => ({ ...page, items: page.items.map(seen) }),
  };
}

/** A task with its criteria, as returned after it is created or changed. */
export interface TaskWithCriteria extends SeenTask {
  readonly criteria: readonly Criterion[];
}

export interface TaskWithRelations extends TaskWithCriteria {
  readonly relations: readonly Relation[];
}

/** A task as returned by a single read. */
export interface TaskWithUsage extends TaskWithRelations {
  readonly usage: TreeUsage;
}
