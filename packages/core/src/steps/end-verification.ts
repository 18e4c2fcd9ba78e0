import type { Caller } from '../access/caller.ts';
import { systemCaller } from '../access/system.ts';
import { requireTask } from '../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { cut, LIMITS } from '../shared/text.ts';
import type { Task } from '../tasks/task.ts';
import { released, tried } from '../verifications/moves.ts';
import type { TaskVerification } from '../verifications/verification.ts';
import { waiter } from './move-task.ts';
import { type VerificationSave, verificationSaver } from './save-verification.ts';

/** Saves what a run of a verification has come to, with what follows for the task. */
export function verificationEnder(ports: SteadyPorts) {
  const save = verificationSaver(ports);
  const waitOn = waiter(ports);

  /** After the last try the task waits for attention, if it waits for a review or for nothing that is known. */
  const callPeople = async (
    stores: Stores,
    workspaceId: string,
    task: Task,
    { criterion, resultId }: TaskVerification,
  ): Promise<void> => {
    const kind = task.waitingFor?.kind;
    if (task.status !== 'waiting' || (kind !== 'review' && kind !== 'other')) return;
    const what = cut(`The check of this criterion could not be run: ${criterion.text}`, LIMITS.title);
    const attention = { kind: 'attention', who: null, what, resultId } as const;
    await waitOn(stores, systemCaller(workspaceId), task, attention);
  };

  const end = async (stores: Stores, by: Caller, change: VerificationSave): Promise<TaskVerification> => {
    const task = await requireTask(stores, change.after.taskNumber);
    await save(stores, by, task, change);
    if (change.after.state === 'error') await callPeople(stores, by.workspaceId, task, change.after);
    return change.after;
  };

  return {
    end,
    /** Makes the verifications that an agent runs pending again, when it may no longer run any. */
    endRunsOf: async (stores: Stores, by: Caller, verifierId: string): Promise<void> => {
      for (const before of await stores.verifications.runningOf(verifierId))
        await end(stores, by, { before, after: released(before), action: 'verification_expired' });
    },
    /** Ends expired leases of verifications; returns their number. */
    expire: async (stores: Stores, workspaceId: string): Promise<number> => {
      const over = await stores.verifications.expired(ports.steadyClock());
      for (const before of over) {
        const after = tried(before, before.report);
        await end(stores, systemCaller(workspaceId), { before, after, action: 'verification_expired' });
      }
      return over.length;
    },
  };
}
