import type { Caller } from '../access/caller.ts';
import type { Related } from '../events/event.ts';
import type { Ports, Stores } from '../ports.ts';
import { isConfirmed } from '../results/check.ts';
import type { Criterion } from '../results/criteria.ts';
import type { Result } from '../results/result.ts';
import type { Task } from '../tasks/task.ts';
import { voided } from '../verifications/moves.ts';
import type { TaskVerification } from '../verifications/verification.ts';
import { wantedVerifications } from '../verifications/wanted.ts';
import { verificationSaver } from './save-verification.ts';

/**
 * Brings the verifications of a task in line with its criteria and its latest succeeded result: requests those that are
 * missing, and voids those of another commit, of a changed check, or by a verifier that is no longer independent. Runs
 * after every change of these. An archived or canceled task has none.
 */
export type RequestVerifications = (
  stores: Stores,
  by: Caller,
  task: Task,
  related?: Related,
) => Promise<void>;

export function verificationRequester(ports: Pick<Ports, 'clock' | 'newId'>): RequestVerifications {
  const { clock, newId } = ports;
  const save = verificationSaver(ports);

  const requested = (task: Task, { id, text, check }: Criterion, result: Result): TaskVerification => {
    if (!check || !result.artifact) throw new TypeError('Only a check of an artifact can be verified.');
    const { command, timeoutSeconds, protect } = check;
    return {
      id: newId(),
      taskNumber: task.taskNumber,
      taskTitle: task.title,
      resultId: result.id,
      criterion: { id, text },
      check: { command, timeoutSeconds, protect },
      artifact: result.artifact,
      state: 'pending',
      tries: 0,
      failedOnce: false,
      verifier: null,
      makers: [],
      lease: null,
      claimedAt: null,
      heardAt: null,
      expiresAt: null,
      progress: null,
      report: null,
      createdAt: clock(),
    };
  };

  return async (stores, by, task, related) => {
    const isWanted = !task.archived && task.status !== 'canceled';
    const criteria = isWanted ? await stores.criteria.allOf(task.taskNumber) : [];
    const current = await stores.verifications.currentOf(task.taskNumber);
    const checked = criteria.some(({ check }) => isConfirmed(check));
    if (!checked && current.length === 0) return;
    const result = checked ? await stores.results.lastSucceeded(task.taskNumber) : null;
    const workers = await stores.verifications.workersOf(task.taskNumber);
    const { outdated, missing } = wantedVerifications({ criteria, result, current, workers });
    for (const before of outdated)
      await save(stores, by, task, { before, after: voided(before), action: 'verification_voided', related });
    if (!result) return;
    for (const criterion of missing) {
      const after = requested(task, criterion, result);
      await save(stores, by, task, { before: null, after, action: 'verification_requested', related });
    }
  };
}
