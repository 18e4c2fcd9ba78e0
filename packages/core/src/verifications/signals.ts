import type { Signal } from '../shared/signals.ts';
import { isIndependent, type Verifying } from './independence.ts';
import type { TaskVerification } from './verification.ts';

/** Raised when a verification becomes pending. */
export const verificationsTopic = (workspaceId: string): string => `verifications ${workspaceId}`;

/** The content of the signal, so that only verifiers that may claim the verification look for it. */
export interface PendingVerification {
  readonly id: string;
  readonly repository: string;
  readonly workers: readonly string[];
}

/** A signal with more ids is too large for some storages. */
const MAX_WORKERS = 50;

export const pendingSignal = (
  workspaceId: string,
  { id, artifact: { repository } }: TaskVerification,
  workers: readonly string[],
): Signal => ({
  topic: verificationsTopic(workspaceId),
  toOne: true,
  ...(workers.length <= MAX_WORKERS && { about: { id, repository, workers } satisfies PendingVerification }),
});

/** Whether the address of a repository, with a slash at its end, starts with one of these prefixes, if there are any. */
export const isWithin = (repository: string, prefixes: readonly string[]): boolean =>
  prefixes.length === 0 || prefixes.some((prefix) => `${repository}/`.startsWith(prefix));

/** Whether the verifier may claim the verification of a signal. */
export const mayClaim = (verifying: Verifying, prefixes: readonly string[], about: unknown): boolean => {
  if (about === undefined) return true;
  const { repository, workers } = about as PendingVerification;
  return isWithin(repository, prefixes) && isIndependent(verifying, workers);
};
