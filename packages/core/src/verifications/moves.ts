import type { MemberRef } from '../members/member.ts';
import { type Lease, lasting } from '../shared/lease.ts';
import { Refusal } from '../shared/refusal.ts';
import {
  MAX_TRIES,
  type TaskVerification,
  type VerificationReport,
  type VerificationState,
} from './verification.ts';

/** The states in which a verification can be claimed, taken over, or requested again. */
const FROM = {
  claim: ['pending'],
  takeOver: ['pending', 'running'],
  retry: ['failed', 'error'],
} as const satisfies Record<string, readonly VerificationState[]>;

/** What to do instead, by the state that does not permit it. */
const INSTEAD: Readonly<Record<VerificationState, string>> = {
  pending: 'It waits for a verifier. Wait until one has claimed it.',
  running: 'A verifier runs it. Wait for its report, or until its lease expires.',
  passed: 'It has passed. A new result or a changed check requests a new one.',
  failed: 'It has failed. A person can request it again, or the author hands in a new result.',
  tampered: 'Protected files were changed. The author has to hand in a new result.',
  error: 'It could not be run. A person can request it again.',
  void: 'What it verified has changed. Look at the verifications of the task.',
};

/** 409 VERIFICATION_STATE unless the verification can make the move now. */
export function checkState({ state }: TaskVerification, move: keyof typeof FROM): void {
  const states: readonly VerificationState[] = FROM[move];
  if (states.includes(state)) return;
  throw new Refusal('VERIFICATION_STATE', INSTEAD[state], { details: { state } });
}

/** The current time by the clock, and by the steady clock that leases use. */
interface Now {
  readonly clock: number;
  readonly steady: number;
}

export const claimed = (
  verification: TaskVerification,
  by: { readonly verifier: MemberRef; readonly makers: readonly string[] },
  lease: Omit<Lease, 'expiresAt'>,
  now: Now,
): TaskVerification => ({
  ...verification,
  ...by,
  state: 'running',
  lease: lasting(lease, now.steady),
  expiresAt: lasting(lease, now.clock).expiresAt,
  claimedAt: now.clock,
  heardAt: now.clock,
  progress: null,
});

/** After a heartbeat, which extends the lease unless the verifier has to stop. */
export const heard = (
  verification: TaskVerification,
  { lease, stops }: { readonly lease: Lease; readonly stops: boolean },
  output: string | undefined,
  now: Now,
): TaskVerification => ({
  ...verification,
  ...(!stops && { lease: lasting(lease, now.steady), expiresAt: lasting(lease, now.clock).expiresAt }),
  heardAt: now.clock,
  progress: output === undefined ? verification.progress : { output, at: now.clock },
});

/** Milliseconds of the clock in which a verification announces its output at most once. */
export const PROGRESS_EVERY_MS = 5_000;

const intervalOf = (at: number) => Math.floor(at / PROGRESS_EVERY_MS);

/**
 * Whether an event announces the output of a heartbeat: the first of each interval does. Also an unchanged one, because
 * the last of an interval may not have been announced.
 */
export const isAnnounced = ({ progress }: Pick<TaskVerification, 'progress'>, now: number): boolean =>
  progress === null || intervalOf(progress.at) < intervalOf(now);

const WITHOUT_VERIFIER = {
  verifier: null,
  makers: [],
  lease: null,
  expiresAt: null,
  progress: null,
} as const;

/** Back to pending, for another verifier. */
export const released = (verification: TaskVerification): TaskVerification => ({
  ...verification,
  ...WITHOUT_VERIFIER,
  state: 'pending',
  claimedAt: null,
  heardAt: null,
});

/** After a lease that ended without an outcome: pending again, or `error` after the last try. */
export function tried(verification: TaskVerification, report: VerificationReport | null): TaskVerification {
  const tries = verification.tries + 1;
  if (tries < MAX_TRIES) return { ...released(verification), tries, report };
  return { ...verification, state: 'error', tries, report, expiresAt: null, progress: null };
}

export function reported(verification: TaskVerification, report: VerificationReport): TaskVerification {
  const { outcome } = report;
  if (outcome === 'error') return tried(verification, report);
  return {
    ...verification,
    state: outcome,
    report,
    failedOnce: verification.failedOnce || outcome === 'failed',
    expiresAt: null,
    progress: null,
  };
}

/** Requested again; that it has failed once is kept. */
export const retried = (verification: TaskVerification): TaskVerification => ({
  ...released(verification),
  tries: 0,
  report: null,
});

export const voided = (verification: TaskVerification): TaskVerification => ({
  ...verification,
  state: 'void',
  expiresAt: null,
  progress: null,
});

/** The lease with this token; 409 LEASE_LOST if it no longer holds the verification, by the steady clock. */
export function requireLease(
  { state, lease, verifier }: TaskVerification,
  { token, verifierId }: { readonly token: string; readonly verifierId: string },
  steadyNow: number,
): Lease {
  const holds = state === 'running' && lease?.token === token && verifier?.id === verifierId;
  if (holds && lease.expiresAt > steadyNow) return lease;
  throw new Refusal(
    'LEASE_LOST',
    'This lease no longer holds the verification. Stop running it and claim the next one.',
  );
}
