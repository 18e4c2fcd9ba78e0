import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { requireVerification, requireVerifier } from '../../lookup/verifications.ts';
import type { Agent } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import type { Lease, LeasePulse } from '../../shared/lease.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { textProblem } from '../../shared/text.ts';
import { verificationEnder } from '../../steps/end-verification.ts';
import { verificationSaver } from '../../steps/save-verification.ts';
import { reachedLimit } from '../../steps/usage-limits.ts';
import { isIndependent, makersOf, notIndependent } from '../independence.ts';
import { heard, isAnnounced, released, reported, requireLease } from '../moves.ts';
import { endOf, type NewReport, REPORT_LIMITS, reportOf, reportProblems } from '../report.ts';
import { type SeenVerification, seenVerification } from '../seen.ts';
import type { TaskVerification, VerificationOutcome } from '../verification.ts';

const ACTION_OF = {
  passed: 'verification_passed',
  failed: 'verification_failed',
  tampered: 'verification_tampered',
  error: 'verification_errored',
} as const satisfies Record<VerificationOutcome, string>;

interface Held {
  readonly stores: Stores;
  readonly verifier: Agent;
  readonly before: TaskVerification;
  readonly lease: Lease;
  readonly now: { readonly clock: number; readonly steady: number };
}

/** Heartbeats, reports and releases, from the verifier that holds the lease. 409 LEASE_LOST for any other. */
export function verificationRuns(ports: SteadyPorts) {
  const { storage, clock, steadyClock } = ports;
  const { end } = verificationEnder(ports);
  const save = verificationSaver(ports);

  /** In a unit of its own. */
  const withLease = <T>(
    caller: Caller,
    id: string,
    token: string,
    work: (held: Held) => Promise<T>,
  ): Promise<T> =>
    storage.write(caller.workspaceId, async (stores) => {
      const verifier = await requireVerifier(stores, caller);
      const before = await requireVerification(stores, id);
      const now = { clock: clock(), steady: steadyClock() };
      const lease = requireLease(before, { token, verifierId: verifier.id }, now.steady);
      // The heartbeat may come with another key of the verifier than the claim did.
      const makers = [...new Set([...before.makers, ...makersOf(caller, verifier)])];
      const workers = await stores.verifications.workersOf(before.taskNumber);
      if (!isIndependent({ verifierId: verifier.id, makers }, workers)) throw notIndependent();
      return work({ stores, verifier, before: { ...before, makers }, lease, now });
    });

  return {
    /** Extends the lease by its seconds, unless the verifier has to stop. `output` is the end of the output so far; an event announces it at times. */
    heartbeat: (
      caller: Caller,
      id: string,
      { token, output }: { readonly token: string; readonly output?: string | null | undefined },
    ): Promise<LeasePulse> => {
      refuseProblems({ output: textProblem(output, REPORT_LIMITS.output) });
      return withLease(caller, id, token, async ({ stores, verifier, before, lease, now }) => {
        const shown = typeof output === 'string' ? endOf(output) : undefined;
        const over = (await reachedLimit(stores, verifier, now.clock)) !== null;
        const reason = verifier.paused ? 'paused' : over ? 'limit' : null;
        const after = heard(before, { lease, stops: reason !== null }, shown, now);
        if (shown !== undefined && isAnnounced(before, now.clock)) {
          const task = await requireTask(stores, after.taskNumber);
          await save(stores, caller, task, { before, after, action: 'verification_progressed' });
        } else await stores.verifications.update(after, before);
        const expiresAt = after.expiresAt ?? now.clock;
        return { expiresAt, directive: reason ? 'stop' : 'continue', reason };
      });
    },

    /** Gives the verification back, for another verifier; it counts as no try. */
    release: (caller: Caller, id: string, { token }: { readonly token: string }): Promise<SeenVerification> =>
      withLease(caller, id, token, async ({ stores, before }) => {
        const after = released(before);
        return seenVerification(
          await end(stores, caller, { before, after, action: 'verification_released' }),
        );
      }),

    /** Ends the run with its outcome. */
    report: (caller: Caller, id: string, input: NewReport): Promise<SeenVerification> => {
      refuseProblems(reportProblems(input));
      return withLease(caller, id, input.token, async ({ stores, before, now }) => {
        const after = reported(before, reportOf(input, now.clock));
        const change = { before, after, action: ACTION_OF[input.outcome] };
        return seenVerification(await end(stores, caller, change));
      });
    },
  };
}
