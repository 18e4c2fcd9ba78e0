import type { Caller } from '../../access/caller.ts';
import { requireAgent } from '../../lookup/agents.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { type Agent, humansOnly, memberEntity } from '../../members/member.ts';
import type { SteadyPorts } from '../../ports.ts';
import { type Lease, lasting } from '../../shared/lease.ts';
import { invalid, refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, textProblem } from '../../shared/text.ts';
import { asAgent } from '../../steps/acting-agent.ts';
import type { Briefing } from '../../steps/briefing.ts';
import { countUsage } from '../../steps/count-usage.ts';
import { requireClaim } from '../../steps/fence.ts';
import { type ClaimQuery, checkProcess, type Look, workFinder } from '../../steps/find-work.ts';
import { moverOf } from '../../steps/intake.ts';
import { leaseManager } from '../../steps/lease.ts';
import { recorder } from '../../steps/record.ts';
import { type Release, taskReleaser } from '../../steps/release-task.ts';
import { turnKeeper } from '../../steps/save-turn.ts';
import { reachedLimit } from '../../steps/usage-limits.ts';
import { taskViewer } from '../../tasks/seen.ts';
import { invalidTransition, validTransitions } from '../../tasks/status.ts';
import type { TaskRef } from '../../tasks/task.ts';
import { released } from '../../turns/turn.ts';
import { type Usage, usageProblems } from '../../usage/usage.ts';
import type { Waits } from '../../waits/waits.ts';
import {
  CLAIM_SECONDS,
  type Claim,
  type Now,
  type Progress,
  type ProgressInput,
  progressProblems,
} from '../claim.ts';
import { type ReadyTask, wakes, workTopic } from '../ready.ts';

/** Turns of one agent that a stop ends; far above a realistic number. */
const MAX_TURNS = 1_000;
/** Claims deleted per unit of work. */
const FORGET_STEP = 500;
/** Counting stops here; a higher count is reported as this. */
const MAX_NEW_COMMENTS = 100;

export interface Heartbeat {
  readonly token: string;
  readonly progress?: ProgressInput | undefined;
  readonly checkpoint?: string | null | undefined;
  /** Total usage of the run since its claim began. */
  readonly usage?: Usage | undefined;
}

/** The response to a heartbeat. */
export interface Pulse {
  /** By the clock. */
  readonly expiresAt: number;
  /** `stop` asks the run to release the task soon. */
  readonly directive: 'continue' | 'stop';
  readonly reason: 'paused' | 'limit' | null;
  /** Comments by others since the last heartbeat, at most 100. */
  readonly newComments: number;
}

/** Claims: agents take up tasks, one run of one agent per task (docs/rules.md, Claims). */
export function claimUseCases(ports: SteadyPorts, waits: Waits) {
  const { storage, clock, steadyClock } = ports;
  const record = recorder(ports);
  const turns = turnKeeper(ports);
  const { seen } = taskViewer(ports);
  const holds = leaseManager(ports);
  const { give, giveBack, expire, wake } = holds;
  const { requireClaimer, wakingFilterOf, lookOnce, claimable, isLooping, askForAttention } = workFinder(
    ports,
    holds,
  );
  const now = (): Now => ({ clock: clock(), steady: steadyClock() });

  const release = taskReleaser(ports);

  return {
    /**
     * Claims the next task that is ready for the agent; exactly one claimer gets it. Waits up to `wait` seconds for
     * one, then returns null. 409 CLAIM_LIMIT when the agent is at its limit. If the client has disconnected by then,
     * the task is released.
     */
    next: async (caller: Caller, query: ClaimQuery, gone?: AbortSignal): Promise<Briefing | null> => {
      const { leaseSeconds: seconds = CLAIM_SECONDS.default, wait = 0 } = query;
      checkSeconds(seconds);
      // Resolved once: signals carry ids, not names.
      const { agentId, filter } = await storage.read(caller.workspaceId, async (stores) => ({
        agentId: (await requireClaimer(stores, caller, query.agentId)).id,
        filter: await wakingFilterOf(stores, query),
      }));
      const found = await waits.hold<Look>({
        caller,
        topics: [workTopic(caller.workspaceId)],
        seconds: wait,
        gone,
        concerns: (about) => wakes(agentId, filter, about),
        look: async (about) => {
          for (let after: string | null = null; ; ) {
            const look = await lookOnce(caller, query, seconds, after, about as ReadyTask | undefined);
            if (look.briefing || look.after === null) return look;
            after = look.after === '' ? null : look.after;
          }
        },
        isOver: ({ briefing }) => briefing !== null,
        settles: ({ settled }) => settled,
      });
      const { briefing } = found;
      if (!briefing || !gone?.aborted) return briefing;
      await release(caller, briefing.task.taskNumber, { token: briefing.lease.token });
      return null;
    },

    /**
     * Claims this task: from todo, or from in_progress if it is assigned to the agent and not claimed. 409
     * TASK_CLAIMED, TASK_ASSIGNED, CLAIM_LIMIT, AGENT_PAUSED; 422 TASK_BLOCKED, INVALID_TRANSITION.
     */
    claim: async (
      caller: Caller,
      ref: TaskRef,
      {
        agentId,
        leaseSeconds = CLAIM_SECONDS.default,
        takeOver = false,
      }: {
        agentId?: string | undefined;
        leaseSeconds?: number | undefined;
        takeOver?: boolean | undefined;
      },
    ): Promise<Briefing> => {
      const came = await storage.write(caller.workspaceId, async (stores) => {
        const before = await requireTask(stores, ref);
        const agent = await requireClaimer(stores, caller, agentId);
        checkSeconds(leaseSeconds);
        await expire(stores, caller.workspaceId);
        const task = await requireTask(stores, before.taskNumber);
        const { task: free, assigneeBefore } = await claimable(
          stores,
          asAgent(caller, agent),
          agent,
          task,
          takeOver,
        );
        if (await isLooping(stores, free)) {
          await askForAttention(stores, caller, free);
          return { briefing: null, mover: await moverOf(stores, asAgent(caller, agent), free) };
        }
        return { briefing: await give(stores, caller, agent, free, leaseSeconds, assigneeBefore) };
      });
      if (came.briefing) return came.briefing;
      // Thrown outside the unit, so that the move to waiting is committed.
      throw invalidTransition(
        'The task has been claimed too often within a day and now waits for a person.',
        validTransitions('waiting', came.mover),
      );
    },

    /** Renews the lease and returns news for the run. */
    heartbeat: (caller: Caller, ref: TaskRef, input: Heartbeat): Promise<Pulse> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkProcess(caller);
        const task = await requireTask(stores, ref);
        refuseProblems({
          ...progressProblems(input.progress),
          checkpoint: textProblem(input.checkpoint, LIMITS.checkpoint),
          ...usageProblems(input.usage),
        });
        const at = now();
        const claim = await requireClaim(stores, caller, task, input.token, at.steady);
        const agent = await requireAgent(stores, claim.agent.id);
        const lease = lasting(claim.lease, at.steady);
        const kept: Lease = { ...lease, expiresAt: Math.min(lease.expiresAt, claim.until ?? Infinity) };
        const expiresAt = at.clock + (kept.expiresAt - at.steady);
        const newComments = await stores.comments.countSince(
          task.taskNumber,
          claim.commentsSeenAt,
          claim.agent.id,
          MAX_NEW_COMMENTS,
        );
        await stores.claims.update({
          ...claim,
          lease: kept,
          expiresAt,
          progress: progressAfter(claim, input.progress, at.clock),
          commentsSeenAt: at.clock,
        });
        if (input.checkpoint !== undefined)
          await stores.claims.leaveCheckpoint(task.taskNumber, input.checkpoint);
        if (input.usage) {
          const report = { agentId: agent.id, task, at: at.clock, usage: input.usage, claimId: claim.id };
          await countUsage(stores, report);
        }
        const over = await reachedLimit(stores, agent, at.clock);
        const reason = claim.until !== null ? 'paused' : over ? 'limit' : null;
        return { expiresAt, directive: reason ? 'stop' : 'continue', reason, newComments };
      }),

    /** Gives the task back: to todo, with its previous assignee. */
    release: async (caller: Caller, ref: TaskRef, input: Release) => seen(await release(caller, ref, input)),

    /**
     * Ends all claims and running turns of an agent and pauses it. 403 unless the caller is a person. Others can
     * claim its tasks at once.
     */
    stop: (caller: Caller, agentId: string): Promise<Agent> =>
      storage.write(caller.workspaceId, async (stores) => {
        if (caller.type !== 'human') throw humansOnly('stop an agent');
        const agent = await requireAgent(stores, agentId);
        for (const claim of await stores.claims.ofAgent(agentId)) {
          const task = await stores.tasks.byNumber(claim.taskNumber);
          if (task) await giveBack(stores, caller, task, claim, { end: 'paused', failed: false });
        }
        for (const turn of await stores.turns.openOfAgent(agentId, MAX_TURNS)) {
          if (turn.state === 'running') await turns.save(stores, caller, released(turn, clock()));
        }
        if (agent.paused) return agent;
        const paused = { ...agent, paused: true, updatedAt: clock() };
        await stores.members.update(paused);
        await record(stores, caller, memberEntity(paused), 'stopped', {
          changes: [{ field: 'paused', oldValue: 'false', newValue: 'true' }],
        });
        return paused;
      }),

    /**
     * Deletes claims that ended more than `olderThanMs` ago, in batches, except the last claim of each task. Returns the
     * number deleted.
     */
    forget: async (olderThanMs: number): Promise<number> => {
      let forgotten = 0;
      for (const { id } of await storage.directory.workspaces()) {
        for (let step = FORGET_STEP; step === FORGET_STEP; forgotten += step) {
          step = await storage.write(id, ({ claims }) => claims.forget(clock() - olderThanMs, FORGET_STEP));
        }
      }
      return forgotten;
    },

    /** Ends expired claims and wakes tasks whose `notBefore` has passed, in all workspaces; called periodically. */
    tidy: async (): Promise<void> => {
      for (const id of await storage.directory.workspacesWithExpiredLeases(steadyClock())) {
        while ((await storage.write(id, (stores) => expire(stores, id))) > 0);
      }
      for (const id of await storage.directory.workspacesWithRestedTasks(clock())) {
        while ((await storage.write(id, (stores) => wake(stores, id))) > 0);
      }
    },
  };
}

function progressAfter({ progress }: Claim, input: ProgressInput | undefined, at: number): Progress | null {
  if (input === undefined) return progress;
  return {
    note: input.note === undefined ? (progress?.note ?? null) : input.note,
    percent: input.percent === undefined ? (progress?.percent ?? null) : input.percent,
    at,
  };
}

function checkSeconds(seconds: number): void {
  const { min, max } = CLAIM_SECONDS;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return;
  throw invalid({ leaseSeconds: `must be an integer from ${min} to ${max}` });
}
