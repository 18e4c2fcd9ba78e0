import type { Caller } from '../access/caller.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';
import { retried } from '../verifications/moves.ts';
import type { TaskVerification } from '../verifications/verification.ts';
import { waiter } from './move-task.ts';
import { verificationSaver } from './save-verification.ts';
import { waitingForPeople } from './waiting-for-people.ts';

/** Requests a verification again; a task that waited because no verifier could run it waits for its review again. */
export function verificationRetrier(ports: SteadyPorts) {
  const save = verificationSaver(ports);
  const waitOn = waiter(ports);

  const awaitReview = async (stores: Stores, by: Caller, task: Task, resultId: string): Promise<void> => {
    const { waitingFor, taskNumber } = task;
    if (waitingFor?.kind !== 'attention' || waitingFor.resultId !== resultId) return;
    const current = await stores.verifications.currentOf(taskNumber);
    const result = await stores.results.byId(resultId);
    if (!result || result.review || result.part === 'withdrawn') return;
    if (current.some(({ state }) => state === 'error')) return;
    await waitOn(stores, by, task, await waitingForPeople(stores, task, result));
  };

  return async (
    stores: Stores,
    by: Caller,
    task: Task,
    before: TaskVerification,
  ): Promise<TaskVerification> => {
    const after = retried(before);
    await save(stores, by, task, { before, after, action: 'verification_retried' });
    if (before.state === 'error') await awaitReview(stores, by, task, before.resultId);
    return after;
  };
}
