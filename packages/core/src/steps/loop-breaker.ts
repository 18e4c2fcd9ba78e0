import { systemCaller } from '../access/system.ts';
import { DAY_MS, MAX_CLAIMS_A_DAY } from '../claims/claim.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';
import { taskMover } from './move-task.ts';

/** Hands a task to people when it was claimed repeatedly for a day without a change by a person. */
export function loopBreaker(ports: SteadyPorts) {
  const moveTask = taskMover(ports);

  /** Whether the task now waits for a person instead of being claimed once more. */
  return async (stores: Stores, workspaceId: string, task: Task): Promise<boolean> => {
    // All of them are attempts since a person moved the task.
    if (task.work.attempts < MAX_CLAIMS_A_DAY) return false;
    const since = Math.max(ports.clock() - DAY_MS, (task.work.touchedAt ?? -1) + 1);
    if ((await stores.claims.countSince(task.taskNumber, since)) < MAX_CLAIMS_A_DAY) return false;
    await moveTask(stores, systemCaller(workspaceId), task, {
      to: 'waiting',
      reason: `Claimed ${MAX_CLAIMS_A_DAY} times within a day.`,
      waitingFor: {
        kind: 'attention',
        who: null,
        what: `Claimed ${MAX_CLAIMS_A_DAY} times within a day without a change by a person. Find out what blocks it, then move the task.`,
      },
    });
    return true;
  };
}
