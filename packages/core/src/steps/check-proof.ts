import type { Caller } from '../access/caller.ts';
import { requireWorkspace } from '../lookup/workspace.ts';
import type { Stores } from '../ports.ts';
import type { Criterion } from '../results/criteria.ts';
import { isProven, NEEDS_PROOF } from '../results/proof.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Task } from '../tasks/task.ts';

const proofMissing = (missing: readonly Criterion[]) =>
  new Refusal(
    'PROOF_MISSING',
    missing.length === 0
      ? 'This workspace requires proof of done. Post a succeeded result of the task first.'
      : 'This workspace requires proof of done. Post a succeeded result with evidence for every missing criterion.',
    { details: { missing: missing.map(({ id, text }) => ({ id, text })) } },
  );

/**
 * 422 PROOF_MISSING when a move to done lacks required proof: a result that succeeded since the task was last
 * started, with evidence for every criterion.
 */
export async function checkProof(stores: Stores, caller: Caller, task: Task | null): Promise<void> {
  const { proofOfDone } = await requireWorkspace(stores);
  if (!NEEDS_PROOF[proofOfDone](caller.type)) return;
  if (task === null) throw proofMissing([]);
  const since = task.work.startedAt ?? 0;
  const criteria = await stores.criteria.allOf(task.taskNumber);
  const missing = criteria.filter((criterion) => !isProven(criterion, since));
  if (missing.length === 0 && (await stores.results.hasSucceeded(task.taskNumber, since))) return;
  throw proofMissing(missing);
}
