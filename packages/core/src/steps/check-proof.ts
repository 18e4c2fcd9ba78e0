import type { Caller } from '../access/caller.ts';
import { requireWorkspace } from '../lookup/workspace.ts';
import type { Stores } from '../ports.ts';
import { checkProven, NEEDS_PROOF } from '../results/proof.ts';
import type { Task } from '../tasks/task.ts';

/** 422 PROOF_MISSING when the workspace requires proof of done from this caller, and the task lacks it. */
export async function checkProof(stores: Stores, caller: Caller, task: Task | null): Promise<void> {
  const { proofOfDone } = await requireWorkspace(stores);
  if (!NEEDS_PROOF[proofOfDone](caller.type)) return;
  if (task === null) return checkProven([], 0, false);
  const since = task.work.startedAt ?? 0;
  const criteria = await stores.criteria.allOf(task.taskNumber);
  checkProven(criteria, since, await stores.results.hasSucceeded(task.taskNumber, since));
}
