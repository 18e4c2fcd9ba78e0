import type { MemberRef } from '../members/member.ts';
import type { Artifact } from '../results/artifact.ts';
import type { CheckCommand } from '../results/check.ts';
import type { Lease } from '../shared/lease.ts';

/**
 * `error`: three leases ended without an outcome. `void`: what it verified has changed, or its verifier is no longer
 * independent.
 */
export const VERIFICATION_STATES = [
  'pending',
  'running',
  'passed',
  'failed',
  'tampered',
  'error',
  'void',
] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** The report of a verifier; `error` means that it could not run the command. */
export const VERIFICATION_OUTCOMES = ['passed', 'failed', 'tampered', 'error'] as const;
export type VerificationOutcome = (typeof VERIFICATION_OUTCOMES)[number];

/** Bytes kept of the end of an output. */
export const MAX_OUTPUT_BYTES = 64_000;

/** Leases that may end without an outcome before people have to look. */
export const MAX_TRIES = 3;

export interface VerificationReport {
  readonly outcome: VerificationOutcome;
  readonly exitCode: number | null;
  /** Its end. */
  readonly output: string;
  /** In bytes, of the whole output. */
  readonly outputLength: number;
  /** SHA-256 of the whole output, in hexadecimal. */
  readonly outputDigest: string | null;
  readonly durationMs: number;
  readonly environment: Readonly<Record<string, string>>;
  /** The files that were tampered with. */
  readonly files: readonly string[];
  readonly reportedAt: number;
}

/** The end of the output of a command that still runs. */
export interface OutputSoFar {
  readonly output: string;
  readonly at: number;
}

/**
 * A run of a criterion's command on the commit of a result, by another member than its author (docs/rules.md,
 * Results). Check, artifact and text are copies from the time of the request.
 */
export interface TaskVerification {
  readonly id: string;
  readonly taskNumber: number;
  readonly taskTitle: string;
  readonly resultId: string;
  readonly criterion: { readonly id: string; readonly text: string };
  readonly check: CheckCommand;
  readonly artifact: Artifact;
  readonly state: VerificationState;
  /** Leases that ended without an outcome since the last request. */
  readonly tries: number;
  /** Whether it has ever failed. One that passes afterwards is flaky. */
  readonly failedOnce: boolean;
  /** Runs it, or reported on it. */
  readonly verifier: MemberRef | null;
  /** The people and services behind the verifier's key. Not returned to clients. */
  readonly makers: readonly string[];
  /** The current or last lease. Expires by the steady clock. */
  readonly lease: Lease | null;
  readonly claimedAt: number | null;
  /** Time of the claim or of its last heartbeat. */
  readonly heardAt: number | null;
  /** The end of the lease by the clock; null unless it is running. */
  readonly expiresAt: number | null;
  readonly progress: OutputSoFar | null;
  readonly report: VerificationReport | null;
  readonly createdAt: number;
}

/** Whether it passed after it had failed. */
export const isFlaky = ({ state, failedOnce }: Pick<TaskVerification, 'state' | 'failedOnce'>): boolean =>
  failedOnce && state === 'passed';
