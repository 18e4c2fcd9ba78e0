import type { Caller } from '../../access/caller.ts';
import { requireTask, withRelations } from '../../lookup/tasks.ts';
import type { SteadyPorts } from '../../ports.ts';
import { invalid, refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, textProblem } from '../../shared/text.ts';
import { type Transition, taskTransition } from '../../steps/transition-task.ts';
import { type TaskWithRelations, taskViewer } from '../seen.ts';
import type { TaskRef } from '../task.ts';
import { closeChildren } from './close-children.ts';
import { inOneUnit, type Within } from './within.ts';

/**
 * Moves the task by the status machine. When two callers race for the same move, one wins; the other is checked
 * against the new status. Canceling a task can cancel or detach its open children.
 */
export function taskTransitions(ports: SteadyPorts, within: Within) {
  const inUnit = inOneUnit(ports, within);
  const transition = taskTransition(ports);
  const { seen } = taskViewer(ports);

  return (caller: Caller, ref: TaskRef, input: Transition): Promise<TaskWithRelations> =>
    inUnit(caller, async (operations, stores) => {
      const before = await requireTask(stores, ref);
      refuseProblems({ reason: textProblem(input.reason, LIMITS.reason) });
      if (input.children && input.to !== 'canceled')
        throw invalid({ children: 'can only be given when the task is canceled' });
      const after = await transition(stores, caller, before, input);
      const closed = await closeChildren({ operations, stores }, caller, { before, after }, input);
      return withRelations(stores, seen(closed));
    });
}
