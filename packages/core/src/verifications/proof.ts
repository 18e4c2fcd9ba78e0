import type { Artifact } from '../results/artifact.ts';
import { isConfirmed } from '../results/check.ts';
import type { GapOf, ProofGap } from '../results/proof.ts';
import type { TaskVerification, VerificationState } from './verification.ts';
import { isOf, sameCommit } from './wanted.ts';

const GAPS: Partial<Record<VerificationState, ProofGap | null>> = {
  passed: null,
  failed: 'failed',
  tampered: 'tampered',
};

/** What a proof needs to know of a verification. */
export type Verified = Pick<TaskVerification, 'criterion' | 'check' | 'artifact' | 'state' | 'report'>;

/**
 * What a criterion with a confirmed check lacks: a verification of the commit that passed (docs/rules.md,
 * Verifications). `past` are the void verifications of the task.
 */
export const gapFinder =
  (artifact: Artifact | null, current: readonly Verified[], past: readonly Verified[]): GapOf =>
  (criterion) => {
    if (!isConfirmed(criterion.check)) return null;
    const own = current.find(
      (each) => artifact !== null && isOf(each, criterion) && sameCommit(each.artifact, artifact),
    );
    const gap = own && GAPS[own.state];
    if (gap !== undefined) return gap;
    const hasPassed = past.some(
      (each) =>
        isOf(each, criterion) && each.report?.outcome === 'passed' && !isCommit(each.artifact, artifact),
    );
    return hasPassed ? 'stale_commit' : 'unverified';
  };

const isCommit = (a: Artifact, b: Artifact | null): boolean => b !== null && sameCommit(a, b);
