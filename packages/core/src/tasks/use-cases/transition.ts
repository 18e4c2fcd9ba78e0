import type { Caller } from '../../access/caller.ts';
import { requireTask, withRelations } from '../../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, textProblem } from '../../shared/text.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { checkProof } from '../../steps/check-proof.ts';
import { moverFinder } from '../../steps/intake.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { taskMover } from '../../steps/move-task.ts';
import { checkCancel } from '../blocking.ts';
import { type TaskWithRelations, taskViewer } from '../seen.ts';
import { checkMove, isOpen, type TaskStatus } from '../status.ts';
import type { Task, TaskRef } from '../task.ts';

/**
 * Moves the task by the status machine. When two callers race for the same move, one wins; the other is checked
 * against the new status.
 */
export function taskTransitions(ports: SteadyPorts) {
  const { storage } = ports;
  const moveTask = taskMover(ports);
  const { seen } = taskViewer(ports);
  const judge = actJudge(ports);
  const moverOf = moverFinder(ports);

  return (
    caller: Caller,
    ref: TaskRef,
    { to, reason }: { to: TaskStatus; reason?: string | null | undefined },
  ): Promise<TaskWithRelations> =>
    storage.write(caller.workspaceId, async (stores) => {
      const before = await requireTask(stores, ref);
      refuseProblems({ reason: textProblem(reason, LIMITS.reason) });
      const blockers = before.blocked ? await stores.relations.openBlockers(before.taskNumber) : [];
      const by = await actingOn(stores, caller, before);
      checkMove(before.status, to, await moverOf(stores, by, before), blockers);
      if (to === 'canceled' && by.type !== 'human')
        checkCancel(by, before, await stores.relations.of(before.taskNumber));
      await judge(stores, by, before, 'move');
      if (to === 'done') await checkProof(stores, by, before);
      const assignee = isOpen(before.status) ? before.assignee : await livingAssignee(stores, before, to);
      const after = await moveTask(stores, by, before, { to, reason, assignee });
      return withRelations(stores, seen(after));
    });
}

/** A closed task keeps the name of a removed member; reopening it unassigns it. */
export async function livingAssignee(
  { members }: Stores,
  { assignee }: Task,
  to: TaskStatus,
): Promise<Task['assignee']> {
  if (!assignee || !isOpen(to)) return assignee;
  return (await members.byId(assignee.id)) ? assignee : null;
}
