import type { TandemError } from './errors.ts';
import { isLost, keepLease } from './lease.ts';
import type { Operations } from './operations.ts';
import type { HoldOptions } from './runs.ts';
import type { ClaimedVerification, TaskVerification, VerificationsReportBody } from './types.ts';

/** The result of a verification. */
export type Finding = Omit<VerificationsReportBody, 'token'>;

/** The run of a claimed verification. */
export interface VerificationRun {
  readonly claimed: ClaimedVerification;
  /** Fires when the lease is lost, or with the signal of the options. */
  readonly signal: AbortSignal;
  /** Shows the end of the output so far. */
  output(text: string): Promise<void>;
}

/** How a run of a verification ended. */
export type VerificationEnd =
  | { readonly ended: 'reported'; readonly verification: TaskVerification }
  | { readonly ended: 'released'; readonly verification: TaskVerification }
  | { readonly ended: 'lost'; readonly error: TandemError };

/** See `Tandem.withVerification`. */
export async function withVerification(
  { verifications }: Pick<Operations, 'verifications'>,
  claimed: ClaimedVerification,
  work: (run: VerificationRun) => Promise<Finding | undefined>,
  options: HoldOptions = {},
): Promise<VerificationEnd> {
  const { id } = claimed.verification;
  const { token, seconds } = claimed.lease;
  const leaseMs = seconds * 1000;
  const lease = keepLease<{ output: string }>(
    leaseMs,
    (report, once) => verifications.heartbeat(id, { token, ...report }, once),
    options,
  );
  const { signal } = lease;
  // Retries the outcome for as long as the lease can last.
  const patience = { tries: Infinity, retryMs: leaseMs, signal: lease.late };
  const end = async (finding: Finding | undefined): Promise<VerificationEnd> => {
    await lease.settled();
    const lost = lease.lost();
    if (lost) return { ended: 'lost', error: lost };
    if (finding === undefined || signal.aborted) {
      const verification = await verifications.release(id, { token }, patience);
      return { ended: 'released', verification };
    }
    const verification = await verifications.report(id, { token, ...finding }, patience);
    return { ended: 'reported', verification };
  };
  try {
    const output = (text: string) => lease.report({ output: text });
    try {
      return await end(await work({ claimed, signal, output }));
    } catch (error) {
      if (isLost(error)) return { ended: 'lost', error };
      if (signal.aborted) return await end(undefined);
      await end(undefined).catch(() => undefined);
      throw error;
    }
  } finally {
    lease.stop();
  }
}
