import type { Caller } from '../access/caller.ts';
import { requireTask } from '../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { checkCancel } from '../tasks/blocking.ts';
import { checkMove, isOpen, type TaskStatus } from '../tasks/status.ts';
import { type ChildrenChoice, childrenOpen, isOpenChild } from '../tasks/subtasks.ts';
import type { Task } from '../tasks/task.ts';
import { actingOn } from './acting-agent.ts';
import { checkDone } from './check-done.ts';
import { afterEndOf } from './fence.ts';
import { moverFinder } from './intake.ts';
import { actJudge } from './judge-act.ts';
import { taskMover } from './move-task.ts';
import { checkOpensBelow, taskDetacher } from './set-parent.ts';

export interface Transition {
  readonly to: TaskStatus;
  readonly reason?: string | null | undefined;
  /** Required when a task with open children is canceled. */
  readonly children?: ChildrenChoice | undefined;
}

export type TransitionTask = (
  stores: Stores,
  caller: Caller,
  before: Task,
  transition: Transition,
) => Promise<Task>;

/** Moves a task by the status machine, after all checks; canceling it can cancel or detach its open children. */
export function taskTransition(ports: SteadyPorts): TransitionTask {
  const moveTask = taskMover(ports);
  const judge = actJudge(ports);
  const moverOf = moverFinder(ports);
  const closeChildren = childrenCloser(ports, (...given) => transition(...given));

  const transition: TransitionTask = async (stores, caller, before, { to, reason, children }) => {
    const blockers = before.blocked ? await stores.relations.openBlockers(before.taskNumber) : [];
    const by = await actingOn(stores, caller, before);
    checkMove(before.status, to, await moverOf(stores, by, before), blockers);
    if (to === 'canceled' && by.type !== 'human')
      checkCancel(by, before, await stores.relations.of(before.taskNumber));
    await judge(stores, by, before, 'move');
    if (to === 'done') await checkDone(stores, by, before);
    const closes = to === 'canceled' && before.children.open > 0;
    if (closes && !children) throw await choiceMissing(stores, before);
    const reopens = !isOpen(before.status) && isOpen(to);
    if (reopens && !before.archived) await checkOpensBelow(stores, before);
    const assignee = isOpen(before.status) ? before.assignee : await livingAssignee(stores, before, to);
    const after = await moveTask(stores, by, before, { to, reason, assignee });
    return closes && children ? closeChildren(stores, caller, before, { children, reason }) : after;
  };
  return transition;
}

interface Closing {
  readonly children: ChildrenChoice;
  readonly reason?: string | null | undefined;
}

/**
 * Cancels or detaches the open children of a task that has just been canceled or archived, which is given as it was
 * before. Each is canceled as by a transition of its own, with everything below it; one refusal refuses all.
 */
export function childrenCloser(ports: SteadyPorts, transition: TransitionTask = taskTransition(ports)) {
  const detach = taskDetacher(ports);

  return async (
    stores: Stores,
    caller: Caller,
    { taskNumber, claim }: Task,
    { children, reason }: Closing,
  ): Promise<Task> => {
    const by = afterEndOf(claim, caller);
    for (const child of (await stores.subtasks.children(taskNumber)).filter(isOpenChild))
      if (children === 'detach') await detach(stores, by, child);
      else await transition(stores, by, child, { to: 'canceled', reason, children });
    return requireTask(stores, taskNumber);
  };
}

/** 422 CHILDREN_OPEN for a request that does not say what happens to the open children. */
export const choiceMissing = async ({ subtasks }: Pick<Stores, 'subtasks'>, task: Task) =>
  childrenOpen(
    await subtasks.children(task.taskNumber),
    'Send children: "cancel" to cancel them, or "detach" to keep them without a parent.',
  );

/** A closed task keeps the name of a removed member; reopening it unassigns it. */
async function livingAssignee(
  { members }: Stores,
  { assignee }: Task,
  to: TaskStatus,
): Promise<Task['assignee']> {
  if (!assignee || !isOpen(to)) return assignee;
  return (await members.byId(assignee.id)) ? assignee : null;
}
