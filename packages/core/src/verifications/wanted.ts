import type { Artifact } from '../results/artifact.ts';
import { isConfirmed, sameCommand } from '../results/check.ts';
import type { Criterion } from '../results/criteria.ts';
import type { Result } from '../results/result.ts';
import { isIndependent } from './independence.ts';
import type { TaskVerification } from './verification.ts';

interface State {
  readonly criteria: readonly Criterion[];
  /** The latest result that succeeded. */
  readonly result: Pick<Result, 'artifact'> | null;
  /** The verifications that are not void. */
  readonly current: readonly TaskVerification[];
  /** Those who worked on the task. */
  readonly workers: readonly string[];
}

/** Whether two artifacts are the same commit, to be compared with the same base. */
export const sameCommit = (a: Artifact, b: Artifact): boolean =>
  a.repository === b.repository && a.commit === b.commit && a.base === b.base;

/** The verifications that no longer fit, and the criteria that lack one (docs/rules.md, Verifications). */
export function wantedVerifications({ criteria, result, current, workers }: State): {
  readonly outdated: readonly TaskVerification[];
  readonly missing: readonly Criterion[];
} {
  const artifact = result?.artifact ?? null;
  const wanted = artifact ? criteria.filter(({ check }) => isConfirmed(check)) : [];
  const fits = (verification: TaskVerification) =>
    artifact !== null &&
    sameCommit(verification.artifact, artifact) &&
    wanted.some((criterion) => isOf(verification, criterion)) &&
    stands(verification, workers);
  const kept = current.filter(fits);
  return {
    outdated: current.filter((each) => !kept.includes(each)),
    missing: wanted.filter((criterion) => !kept.some((each) => isOf(each, criterion))),
  };
}

/** Whether it verifies the criterion with its text and check of now. */
export const isOf = (
  { criterion, check }: Pick<TaskVerification, 'criterion' | 'check'>,
  { id, text, check: own }: Criterion,
): boolean => criterion.id === id && criterion.text === text && own !== null && sameCommand(check, own);

const stands = ({ verifier, makers }: TaskVerification, workers: readonly string[]): boolean =>
  verifier === null || isIndependent({ verifierId: verifier.id, makers }, workers);
