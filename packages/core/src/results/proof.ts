import type { Caller, CallerType } from '../access/caller.ts';
import type { Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Task } from '../tasks/task.ts';
import { requireWorkspace } from '../workspace/use-cases.ts';
import type { ProofOfDone } from '../workspace/workspace.ts';
import type { Criterion } from './criteria.ts';

/** Whose moves to done need proof (docs/rules.md, Results). */
export const NEEDS_PROOF: Record<ProofOfDone, (by: CallerType) => boolean> = {
  off: () => false,
  // A service counts as an agent: it would be an agent's way around the proof.
  agents: (by) => by !== 'human',
  everyone: () => true,
};

/** Whether a criterion is shown to be met: accepted, or claimed by a succeeded result since a time. */
export const isProven = ({ status, evidence, proven, at }: Criterion, since: number): boolean =>
  evidence.length > 0 && (status === 'accepted' || (status === 'claimed' && proven && (at ?? 0) >= since));

/**
 * 422 PROOF_MISSING where a move to done needs proof and there is none: a succeeded result since the task was started
 * last, with evidence for every criterion.
 */
export async function checkProof(stores: Stores, caller: Caller, task: Task | null): Promise<void> {
  const { proofOfDone } = await requireWorkspace(stores);
  if (!NEEDS_PROOF[proofOfDone](caller.type)) return;
  if (task === null) throw proofMissing([]);
  const since = task.work.startedAt ?? 0;
  const criteria = await stores.criteria.whole(task.taskNumber);
  const missing = criteria.filter((criterion) => !isProven(criterion, since));
  if (missing.length === 0 && (await stores.results.hasSucceeded(task.taskNumber, since))) return;
  throw proofMissing(missing);
}

const proofMissing = (missing: readonly Criterion[]) =>
  new Refusal(
    'PROOF_MISSING',
    missing.length === 0
      ? 'Done needs proof in this workspace. Post a succeeded result of the task first.'
      : 'Done needs proof in this workspace. Post a succeeded result with evidence for every criterion that is missing.',
    { details: { missing: missing.map(({ id, text }) => ({ id, text })) } },
  );
