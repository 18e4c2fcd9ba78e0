import type { Caller } from '../access/caller.ts';
import { isAssignable } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { checkCancel } from '../tasks/blocking.ts';
import { checkMove, isOpen, type TaskStatus } from '../tasks/status.ts';
import { type ChildrenChoice, childrenOpen } from '../tasks/subtasks.ts';
import type { Task } from '../tasks/task.ts';
import { actingOn } from './acting-agent.ts';
import { checkDone } from './check-done.ts';
import { moverFinder } from './intake.ts';
import { actJudge } from './judge-act.ts';
import { taskMover } from './move-task.ts';
import { verificationRequester } from './request-verifications.ts';
import { checkOpensBelow } from './set-parent.ts';

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

/** Moves a task by the status machine, after all checks. The caller closes its open children (`close-children.ts`). */
export function taskTransition(ports: SteadyPorts): TransitionTask {
  const moveTask = taskMover(ports);
  const judge = actJudge(ports);
  const moverOf = moverFinder(ports);
  const requestVerifications = verificationRequester(ports);

  return async (stores, caller, before, { to, reason, children }) => {
    const blockers = before.blocked ? await stores.relations.openBlockers(before.taskNumber) : [];
    const by = await actingOn(stores, caller, before);
    checkMove(before.status, to, await moverOf(stores, by, before), blockers);
    if (to === 'canceled' && by.type !== 'human')
      checkCancel(by, before, await stores.relations.of(before.taskNumber));
    await judge(stores, by, before, 'move');
    if (to === 'done') await checkDone(stores, by, before);
    if (to === 'canceled') await checkChoice(stores, before, children);
    const reopens = !isOpen(before.status) && isOpen(to);
    if (reopens && !before.archived) await checkOpensBelow(stores, before);
    const assignee = isOpen(before.status) ? before.assignee : await livingAssignee(stores, before, to);
    const after = await moveTask(stores, by, before, { to, reason, assignee });
    if (reopens || to === 'canceled') await requestVerifications(stores, by, after);
    return after;
  };
}

/** 422 CHILDREN_OPEN for a request that does not say what happens to the open children of a task that it closes. */
export async function checkChoice(
  { subtasks }: Pick<Stores, 'subtasks'>,
  { taskNumber, children: { open } }: Task,
  choice: ChildrenChoice | undefined,
): Promise<void> {
  if (choice || open === 0) return;
  throw childrenOpen(
    await subtasks.children(taskNumber),
    'Send children: "cancel" to cancel them, or "detach" to keep them without a parent.',
  );
}

/** A closed task keeps the name of a removed member; reopening it unassigns it. */
async function livingAssignee(
  { members }: Stores,
  { assignee }: Task,
  to: TaskStatus,
): Promise<Task['assignee']> {
  if (!assignee || !isOpen(to)) return assignee;
  return isAssignable(await members.byId(assignee.id)) ? assignee : null;
}
