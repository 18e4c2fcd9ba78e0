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
  verified: () => true,
};

/**
 * What a criterion lacks: evidence of its author; or a verification that passed, because it is not finished, has
 * failed, found protected files changed, or is of an earlier commit.
 */
export const PROOF_GAPS = ['no_evidence', 'unverified', 'failed', 'tampered', 'stale_commit'] as const;
export type ProofGap = (typeof PROOF_GAPS)[number];

/** What a criterion with a confirmed check lacks besides evidence; null for nothing. */
export type GapOf = (criterion: Criterion) => ProofGap | null;

/** Whether the criterion is proven: accepted, or claimed since a time by a result that succeeded. */
export const isProven = ({ status, evidence, proven, at }: Criterion, since: number): boolean =>
  evidence.length > 0 && (status === 'accepted' || (status === 'claimed' && proven && (at ?? 0) >= since));

interface Proof {
  readonly criteria: readonly Criterion[];
  readonly since: number;
  /** Whether a result has succeeded since then. */
  readonly hasSucceeded: boolean;
  readonly gapOf?: GapOf | undefined;
}

/**
 * The refusal 422 PROOF_MISSING of a move to done that lacks required proof: a result that succeeded since the task was
 * last started, with evidence for every criterion and, given `gapOf`, without other gaps. Null if nothing is missing.
 */
export function missingProof({ criteria, since, hasSucceeded, gapOf }: Proof): Refusal | null {
  const missing = criteria.flatMap((criterion) => {
    const reason = isProven(criterion, since) ? (gapOf?.(criterion) ?? null) : 'no_evidence';
    return reason === null ? [] : [{ id: criterion.id, text: criterion.text, reason }];
  });
  if (missing.length === 0 && hasSucceeded) return null;
  return new Refusal('PROOF_MISSING', `This workspace requires proof of done. ${whatToDo(missing)}`, {
    details: { missing },
  });
}

function whatToDo(missing: readonly { readonly reason: ProofGap }[]): string {
  if (missing.length === 0) return 'Post a succeeded result of the task first.';
  if (missing.some(({ reason }) => reason === 'no_evidence'))
    return 'Post a succeeded result with evidence for every missing criterion.';
  return 'Wait until a verifier has passed every missing criterion, or post a result that passes.';
}
