import type { Caller } from '../access/caller.ts';
import { requireWorkspace } from '../lookup/workspace.ts';
import type { Stores } from '../ports.ts';
import { isConfirmed } from '../results/check.ts';
import type { Criterion } from '../results/criteria.ts';
import { type GapOf, missingProof, NEEDS_PROOF } from '../results/proof.ts';
import type { Refusal } from '../shared/refusal.ts';
import type { Task } from '../tasks/task.ts';
import { gapFinder } from '../verifications/proof.ts';
import type { ProofOfDone } from '../workspace/workspace.ts';

/** 422 PROOF_MISSING when the workspace requires proof of done from this caller, and the task lacks it. */
export async function checkProof(stores: Stores, caller: Caller, task: Task | null): Promise<void> {
  const { proofOfDone } = await requireWorkspace(stores);
  if (!NEEDS_PROOF[proofOfDone](caller.type)) return;
  const missing =
    task === null
      ? missingProof({ criteria: [], since: 0, hasSucceeded: false })
      : await proofMissing(stores, proofOfDone, task);
  if (missing) throw missing;
}

/** The refusal of a move to done for lack of proof; null if nothing is missing. */
export async function proofMissing(
  stores: Stores,
  proofOfDone: ProofOfDone,
  task: Task,
): Promise<Refusal | null> {
  const since = task.work.startedAt ?? 0;
  const criteria = await stores.criteria.allOf(task.taskNumber);
  const hasSucceeded = await stores.results.hasSucceeded(task.taskNumber, since);
  const gapOf = proofOfDone === 'verified' ? await verifiedGaps(stores, task, criteria) : undefined;
  return missingProof({ criteria, since, hasSucceeded, gapOf });
}

async function verifiedGaps(
  { results, verifications }: Stores,
  { taskNumber }: Task,
  criteria: readonly Criterion[],
): Promise<GapOf | undefined> {
  if (!criteria.some(({ check }) => isConfirmed(check))) return undefined;
  const result = await results.lastSucceeded(taskNumber);
  const current = await verifications.currentOf(taskNumber);
  return gapFinder(result?.artifact ?? null, current, await verifications.voidOf(taskNumber));
}
