import type { Caller } from '../../access/caller.ts';
import { makerStillMay, unauthenticated } from '../../access/callers.ts';
import { checkProcess } from '../../access/hosting.ts';
import { isInForce } from '../../access/keys.ts';
import { requireAgent } from '../../lookup/agents.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { type Lease, type LeasePulse, lasting } from '../../shared/lease.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, textProblem } from '../../shared/text.ts';
import { countUsage } from '../../steps/count-usage.ts';
import { requireClaim } from '../../steps/fence.ts';
import { budgetKeeper } from '../../steps/keep-budgets.ts';
import { reachedLimit } from '../../steps/usage-limits.ts';
import type { TaskRef } from '../../tasks/task.ts';
import { type Usage, usageProblems } from '../../usage/usage.ts';
import { type Claim, type Progress, type ProgressInput, progressProblems } from '../claim.ts';

/** Counting stops here; a higher count is reported as this. */
const MAX_NEW_COMMENTS = 100;

export interface Heartbeat {
  /** Required unless the request has the run key of the claim. */
  readonly token?: string | undefined;
  readonly progress?: ProgressInput | undefined;
  readonly checkpoint?: string | null | undefined;
  /** Total usage of the run since its claim began. */
  readonly usage?: Usage | undefined;
}

/** The response to a heartbeat. */
export interface Pulse extends LeasePulse {
  /** Comments by others since the last heartbeat, at most 100. */
  readonly newComments: number;
}

/** Renews the lease and returns news for the run. */
export function heartbeats(ports: SteadyPorts) {
  const { storage, clock, steadyClock } = ports;
  const budgets = budgetKeeper(ports);

  return (caller: Caller, ref: TaskRef, input: Heartbeat): Promise<Pulse> =>
    storage.write(caller.workspaceId, async (stores) => {
      checkProcess(caller);
      await checkIssuer(stores, caller, clock());
      const task = await requireTask(stores, ref);
      refuseProblems({
        ...progressProblems(input.progress),
        checkpoint: textProblem(input.checkpoint, LIMITS.checkpoint),
        ...usageProblems(input.usage),
      });
      const at = { clock: clock(), steady: steadyClock() };
      const claim = await requireClaim(stores, caller, task, { token: input.token, steadyNow: at.steady });
      const agent = await requireAgent(stores, claim.agent.id);
      const lease = lasting(claim.lease, at.steady);
      const capped: Lease = { ...lease, expiresAt: Math.min(lease.expiresAt, claim.until ?? Infinity) };
      const expiresAt = at.clock + (capped.expiresAt - at.steady);
      const newComments = await stores.comments.countSince(
        task.taskNumber,
        claim.commentsSeenAt,
        claim.agent.id,
        MAX_NEW_COMMENTS,
      );
      await stores.claims.update({
        ...claim,
        lease: capped,
        expiresAt,
        progress: progressAfter(claim, input.progress, at.clock),
        commentsSeenAt: at.clock,
      });
      if (input.checkpoint !== undefined)
        await stores.claims.leaveCheckpoint(task.taskNumber, input.checkpoint);
      if (input.usage) {
        const report = {
          agentId: agent.id,
          task,
          at: at.clock,
          usage: input.usage,
          claimId: claim.id,
          source: 'reported' as const,
        };
        await countUsage(stores, report);
      }
      if (input.usage) await budgets.afterUsage(stores, caller.workspaceId, task.taskNumber);
      const isEnded = input.usage && (await requireTask(stores, task.taskNumber)).claim?.id !== claim.id;
      const over = isEnded || (await reachedLimit(stores, agent, at.clock));
      const reason = claim.until !== null ? 'paused' : over ? 'limit' : null;
      return { expiresAt, directive: reason ? 'stop' : 'continue', reason, newComments };
    });
}

function progressAfter({ progress }: Claim, input: ProgressInput | undefined, at: number): Progress | null {
  if (input === undefined) return progress;
  return {
    note: input.note === undefined ? (progress?.note ?? null) : input.note,
    percent: input.percent === undefined ? (progress?.percent ?? null) : input.percent,
    at,
  };
}

/** 401 for a run key whose issuing key is gone: otherwise it could prolong its own claim for ever. */
async function checkIssuer({ keys, members }: Stores, { run }: Caller, now: number): Promise<void> {
  const issuedTo = run && (await keys.byId(run.claimId))?.issuedTo;
  if (!issuedTo) return;
  const key = await keys.byId(issuedTo);
  if (!key || !isInForce(key, now)) throw unauthenticated();
  const creator = key.createdBy === null ? null : await members.byId(key.createdBy);
  if (!makerStillMay({ key, creator })) throw unauthenticated();
}
