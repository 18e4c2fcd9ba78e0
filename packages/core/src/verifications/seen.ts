import { isFlaky, type TaskVerification } from './verification.ts';

/** A verification as returned to callers: without its lease and the makers of its verifier's key. */
export type SeenVerification = Omit<TaskVerification, 'lease' | 'makers' | 'failedOnce' | 'heardAt'> & {
  readonly flaky: boolean;
};

export function seenVerification(verification: TaskVerification): SeenVerification {
  const { lease: _lease, makers: _makers, failedOnce: _failed, heardAt: _heard, ...rest } = verification;
  return { ...rest, flaky: isFlaky(verification) };
}
