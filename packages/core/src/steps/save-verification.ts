import type { Caller } from '../access/caller.ts';
import type { Related } from '../events/event.ts';
import type { Action } from '../events/types.ts';
import type { Ports, Stores } from '../ports.ts';
import { type Task, taskEntity } from '../tasks/task.ts';
import { pendingSignal } from '../verifications/signals.ts';
import type { TaskVerification } from '../verifications/verification.ts';
import { recorder } from './record.ts';

export interface VerificationSave {
  /** null for a new one. */
  readonly before: TaskVerification | null;
  readonly after: TaskVerification;
  readonly action: Extract<Action, `verification_${string}`>;
  /** For the event, besides the ids of the verification and the result. */
  readonly related?: Related | undefined;
}

/** Saves a change of a verification with its event, and wakes verifiers that wait for a pending one. */
export function verificationSaver(ports: Pick<Ports, 'clock' | 'newId'>) {
  const record = recorder(ports);
  return async (
    stores: Stores,
    by: Caller,
    task: Task,
    { before, after, action, related }: VerificationSave,
  ): Promise<TaskVerification> => {
    if (before) await stores.verifications.update(after, before);
    else await stores.verifications.insert(after);
    await record(stores, by, {
      entity: taskEntity(task),
      action,
      related: { ...related, verificationId: after.id, resultId: after.resultId },
    });
    if (after.state === 'pending') {
      const workers = await stores.verifications.workersOf(after.taskNumber);
      stores.signals.raise(pendingSignal(by.workspaceId, after, workers));
    }
    return after;
  };
}
