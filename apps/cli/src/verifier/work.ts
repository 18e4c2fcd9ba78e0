import type { ClaimedVerification, Tandem, VerificationEnd } from '@tandem/client';
import { trouble } from '../worker/failures.ts';
import type { Verify } from './verify.ts';

const WAIT_SECONDS = 25;
/** Milliseconds between heartbeats: a command is ended this soon after its lease is lost. */
const BEAT_MS = 5_000;

export interface VerifierWork {
  readonly tandem: Tandem;
  readonly verify: Verify;
  readonly repositories: readonly string[];
  /** Verifications at a time. */
  readonly parallel: number;
  readonly leaseSeconds: number;
  readonly say: (line: string) => void;
}

/** Takes up verifications until stopped; those that are not finished are then released. */
export async function workOnVerifications(work: VerifierWork, stop: AbortSignal): Promise<void> {
  const failed = new AbortController();
  const ends = AbortSignal.any([stop, failed.signal]);
  const one = async () => {
    try {
      while (!ends.aborted) {
        const claimed = await next(work, ends);
        if (claimed) await runOne(work, claimed, ends);
      }
    } catch (error) {
      failed.abort();
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: work.parallel }, one));
  const failure = ended.find((each) => each.status === 'rejected');
  if (failure) throw failure.reason;
}

async function next(
  { tandem, repositories, leaseSeconds, say }: VerifierWork,
  signal: AbortSignal,
): Promise<ClaimedVerification | null> {
  const { onRetry, over } = trouble(
    (reason) => say(`cannot claim a verification: ${reason}; trying again`),
    () => say('claiming verifications again'),
  );
  const options = { signal, onRetry, tries: Infinity, retryMs: Infinity };
  try {
    const claimed = await tandem.verifications.next(
      { wait: WAIT_SECONDS, repositories, leaseSeconds },
      options,
    );
    over();
    return claimed;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** Runs a claimed verification and reports the outcome, unless its lease is lost or the signal fires. */
export async function runOne(
  { tandem, verify, say: tell }: Pick<VerifierWork, 'tandem' | 'verify' | 'say'>,
  claimed: ClaimedVerification,
  stop: AbortSignal,
): Promise<VerificationEnd> {
  const { verification } = claimed;
  const say = (what: string) =>
    tell(`task ${verification.task.taskNumber}, ${verification.criterion.id}: ${what} (${verification.id})`);
  say(`verifies ${verification.artifact.commit.slice(0, 12)}`);
  const end = await tandem.withVerification(
    claimed,
    ({ signal, output }) =>
      verify(verification, { signal, show: (text) => void output(text).catch(() => undefined) }),
    { signal: stop, beatMs: BEAT_MS },
  );
  say(end.ended === 'reported' ? (end.verification.report?.outcome ?? 'reported') : end.ended);
  return end;
}
