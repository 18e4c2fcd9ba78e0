import type { CallerType } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';
import type { ProofOfDone } from '../workspace/workspace.ts';
import type { Criterion } from './criteria.ts';

/** Which callers need proof to move a task to done (docs/rules.md, Results). */
export const NEEDS_PROOF: Record<ProofOfDone, (by: CallerType) => boolean> = {
  off: () => false,
  // Services count as agents; otherwise an agent could use one to bypass the check.
  agents: (by) => by !== 'human',
  everyone: () => true,
};

/** Whether the criterion is proven: accepted, or claimed since a time by a result that succeeded. */
export const isProven = ({ status, evidence, proven, at }: Criterion, since: number): boolean =>
  evidence.length > 0 && (status === 'accepted' || (status === 'claimed' && proven && (at ?? 0) >= since));

/**
 * 422 PROOF_MISSING when a move to done lacks required proof: a result that succeeded since the task was last
 * started, with evidence for every criterion.
 */
export function checkProven(criteria: readonly Criterion[], since: number, hasSucceeded: boolean): void {
  const missing = criteria.filter((criterion) => !isProven(criterion, since));
  if (missing.length === 0 && hasSucceeded) return;
  throw new Refusal(
    'PROOF_MISSING',
    missing.length === 0
      ? 'This workspace requires proof of done. Post a succeeded result of the task first.'
      : 'This workspace requires proof of done. Post a succeeded result with evidence for every missing criterion.',
    { details: { missing: missing.map(({ id, text }) => ({ id, text })) } },
  );
}
