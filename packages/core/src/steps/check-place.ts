import type { Stores } from '../ports.ts';
import { overBudget } from '../tasks/budget.ts';
import { mentionOf } from '../tasks/mention.ts';
import {
  ancestorBlocked,
  awaitsChildren,
  beingImported,
  childrenOpen,
  holdsDescendants,
} from '../tasks/subtasks.ts';
import type { Task } from '../tasks/task.ts';

/** 409 OVER_BUDGET for a task in a tree whose budget is used up. */
export async function checkWithinBudget({ subtasks }: Pick<Stores, 'subtasks'>, task: Task): Promise<void> {
  const above = task.held ? await subtasks.ancestors(task.taskNumber) : [];
  const stopped = [task, ...above].find((each) => each.overBudget);
  if (stopped) throw overBudget(stopped.taskNumber);
}

/** 422 ANCESTOR_BLOCKED or CHILDREN_OPEN when a task's import or its place in its tree keeps it from being handed out. */
export async function checkHandedOut(stores: Stores, task: Task): Promise<void> {
  const { subtasks, relations } = stores;
  if (task.held) {
    const holding = (await subtasks.ancestors(task.taskNumber)).filter(holdsDescendants);
    if (holding.length === 0) throw beingImported();
    const blockers = holding.map(async (ancestor) =>
      ancestor.blocked ? relations.openBlockers(ancestor.taskNumber) : [mentionOf(ancestor)],
    );
    throw ancestorBlocked((await Promise.all(blockers)).flat());
  }
  if (!awaitsChildren(task)) return;
  throw childrenOpen(await subtasks.children(task.taskNumber), 'Claim one of them instead, or another task.');
}
