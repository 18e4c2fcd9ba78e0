import type { Caller } from '../../access/caller.ts';
import { requireTask, withRelations } from '../../lookup/tasks.ts';
import type { SteadyPorts } from '../../ports.ts';
import { invalid, refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, textProblem } from '../../shared/text.ts';
import { type Transition, taskTransition } from '../../steps/transition-task.ts';
import { type TaskWithRelations, taskViewer } from '../seen.ts';
import type { TaskRef } from '../task.ts';

/**
 * Moves the task by the status machine. When two callers race for the same move, one wins; the other is checked
 * against the new status.
 */
export function taskTransitions(ports: SteadyPorts) {
  const { storage } = ports;
  const transition = taskTransition(ports);
  const { seen } = taskViewer(ports);

  return (caller: Caller, ref: TaskRef, input: Transition): Promise<TaskWithRelations> =>
    storage.write(caller.workspaceId, async (stores) => {
      const before = await requireTask(stores, ref);
      refuseProblems({ reason: textProblem(input.reason, LIMITS.reason) });
      if (input.children && input.to !== 'canceled')
        throw invalid({ children: 'can only be given when the task is canceled' });
      return withRelations(stores, seen(await transition(stores, caller, before, input)));
    });
}
