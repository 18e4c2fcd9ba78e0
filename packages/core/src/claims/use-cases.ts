import type { Caller } from '../access/caller.ts';
import { checkHosts } from '../access/hosting.ts';
import { randomDigits } from '../access/keys.ts';
import { recorder } from '../activity/record.ts';
import { requireAgent } from '../agents/use-cases.ts';
import { labelNameProblem } from '../labels/label.ts';
import { type Agent, humansOnly, memberRef } from '../members/member.ts';
import { memberEntity } from '../members/use-cases.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { dateProblem } from '../shared/date.ts';
import { entryProblems } from '../shared/entries.ts';
import { type Lease, lasting } from '../shared/lease.ts';
import { invalid, Refusal, refuseProblems } from '../shared/refusal.ts';
import { LIMITS, textProblem } from '../shared/text.ts';
import type { Waits } from '../shared/waits.ts';
import { taskMover } from '../tasks/moving.ts';
import { taskViewer } from '../tasks/seen.ts';
import { invalidTransition, taskBlocked, validTransitions } from '../tasks/status.ts';
import type { Priority, Task } from '../tasks/task.ts';
import { requireTask, type TaskRef } from '../tasks/use-cases.ts';
import { saveTurn } from '../turns/signals.ts';
import { released } from '../turns/turn.ts';
import { requireWorkspace } from '../workspace/use-cases.ts';
import { type Briefing, briefingOf } from './briefing.ts';
import {
  CLAIM_SECONDS,
  type Claim,
  type ClaimEnd,
  DAY_MS,
  delayAfter,
  endOf,
  isLiving,
  MOST_CLAIMS_A_DAY,
  MOST_FAILURES,
  type Now,
  type Progress,
  type ProgressInput,
  progressProblems,
  shownClaim,
  taskClaimed,
} from './claim.ts';
import { requireClaim } from './fence.ts';
import { isReady, type ReadyTask, raiseReady, wants, workTopic } from './ready.ts';
import type { ReadyFilter } from './store.ts';
import { systemCaller } from './system.ts';

const TOKEN_DIGITS = 32;
/** Turns in progress of one agent that a stop ends; hardly an agent has as many. */
const MOST_TURNS = 1_000;
/** Claims removed in one unit of work. */
const FORGET_STEP = 500;
/** Comments that are counted for a run; more are as many. */
const MOST_NEW_COMMENTS = 100;

export interface ClaimQuery {
  /** Which agent; only for a runtime key, which hosts any. */
  readonly agentId?: string | undefined;
  readonly projectId?: string | null | undefined;
  /** Names; any of them. */
  readonly labels?: readonly string[] | undefined;
  readonly priority?: readonly Priority[] | undefined;
  readonly leaseSeconds?: number | undefined;
  /** Seconds. */
  readonly wait?: number | undefined;
}

export interface Heartbeat {
  readonly token: string;
  readonly progress?: ProgressInput | undefined;
  readonly checkpoint?: string | null | undefined;
}

/** What a run is told with its heartbeat. */
export interface Pulse {
  /** By the clock. */
  readonly expiresAt: number;
  /** A stop asks the run to release soon. */
  readonly directive: 'continue' | 'stop';
  readonly reason: 'paused' | null;
  /** Comments of others since the last heartbeat, at most 100. */
  readonly newComments: number;
}

export interface Release {
  readonly token: string;
  readonly note?: string | null | undefined;
  /** Milliseconds since 1970. */
  readonly notBefore?: number | null | undefined;
  /** Whether the task is kept from this agent until a person changes it. */
  readonly declined?: boolean | undefined;
}

/** What one look for work came to. */
interface Look {
  readonly briefing: Briefing | null;
  /** Whether nobody else need look at the task that a signal was about. */
  readonly settled: boolean;
}

/** How agents take up tasks, one run of one agent at a time (docs/rules.md, Claims). */
export function claimUseCases(ports: SteadyPorts, waits: Waits) {
  const { storage, clock, steadyClock, newId, secrets } = ports;
  const record = recorder(ports);
  const moveTask = taskMover(ports);
  const { seen } = taskViewer(ports);
  const now = (): Now => ({ clock: clock(), steady: steadyClock() });

  /** The agent that takes up work: the key's own, or the one that a runtime key names. */
  const requireClaimer = async (stores: Stores, caller: Caller, agentId?: string): Promise<Agent> => {
    checkProcess(caller);
    const id = agentId ?? (caller.key.kind === 'agent' ? caller.memberId : null);
    if (id === null) throw invalid({ agentId: 'is required: a runtime key names the agent that it hosts' });
    const agent = await stores.members.byId(id);
    if (agent?.type !== 'agent') throw invalid({ agentId: 'names no agent of this workspace' });
    checkHosts(caller, agent);
    return agent;
  };

  const give = async (
    stores: Stores,
    caller: Caller,
    agent: Agent,
    task: Task,
    seconds: number,
  ): Promise<Briefing> => {
    const at = now();
    const lease = lasting({ token: randomDigits(secrets, TOKEN_DIGITS), seconds }, at.steady);
    const claim: Claim = {
      id: newId(),
      taskNumber: task.taskNumber,
      agent: memberRef(agent),
      lease,
      expiresAt: lasting(lease, at.clock).expiresAt,
      attempt: task.work.attempts + 1,
      claimedAt: at.clock,
      assigneeBefore: task.assignee?.id ?? null,
      progress: null,
      commentsSeenAt: at.clock,
      until: null,
      ended: null,
    };
    const work = { attempts: claim.attempt, notBefore: null };
    const after =
      task.status === 'in_progress'
        ? await inPlace(stores, task, { ...task, work: { ...task.work, ...work } })
        : await moveTask(stores, asAgent(caller, agent), task, {
            to: 'in_progress',
            assignee: memberRef(agent),
            work,
          });
    await stores.claims.insert(claim);
    await stores.subscriptions.add(task.taskNumber, agent.id);
    const relations = await stores.relations.of(task.taskNumber);
    const shown = { relations, ...seen({ ...after, claim }) };
    return briefingOf(stores, shown, lasting(lease, at.clock));
  };

  const inPlace = async (stores: Stores, before: Task, after: Task): Promise<Task> => {
    await stores.tasks.update(after, before);
    return after;
  };

  /** Gives a task back whose claim is over. */
  const giveBack = async (
    stores: Stores,
    by: Caller,
    task: Task,
    claim: Claim,
    how: {
      readonly end: ClaimEnd;
      readonly failed: boolean;
      readonly note?: string | null | undefined;
      readonly notBefore?: number | null | undefined;
    },
  ): Promise<Task> => {
    const failures = how.failed ? task.work.failures + 1 : task.work.failures;
    const member = claim.assigneeBefore === null ? null : await stores.members.byId(claim.assigneeBefore);
    const assignee = member && !member.deleted ? memberRef(member) : null;
    if (how.failed && failures >= MOST_FAILURES) {
      return moveTask(stores, by, task, {
        to: 'waiting',
        reason: how.note ?? `${failures} attempts in a row have ended without a result.`,
        end: how.end,
        work: { failures, notBefore: null },
        waitingFor: {
          kind: 'attention',
          who: null,
          what: `${failures} attempts in a row have ended without a result. Look at what stands in the way, then move the task.`,
        },
      });
    }
    const notBefore = how.failed ? clock() + delayAfter(failures) : (how.notBefore ?? null);
    return moveTask(stores, by, task, {
      to: 'todo',
      reason: how.note,
      end: how.end,
      assignee,
      work: { failures, notBefore },
    });
  };

  /** Gives back what claims held whose lease ran out; returns how many. */
  const expire = async (stores: Stores, workspaceId: string): Promise<number> => {
    const over = await stores.claims.expired(steadyClock());
    for (const claim of over) {
      const task = await stores.tasks.byNumber(claim.taskNumber);
      if (task?.claim?.id !== claim.id) {
        await stores.claims.update({ ...claim, ended: { at: clock(), reason: endOf(claim) } });
        continue;
      }
      const end = endOf(claim);
      await giveBack(stores, systemCaller(workspaceId), task, claim, { end, failed: end === 'expired' });
    }
    return over.length;
  };

  /** Lets tasks be claimed that rest no longer; returns how many. */
  const wake = async (stores: Stores, workspaceId: string): Promise<number> => {
    const rested = await stores.claims.wake(clock());
    for (const task of rested) raiseReady(stores, workspaceId, task, clock());
    return rested.length;
  };

  const filterOf = async (stores: Stores, query: ClaimQuery): Promise<ReadyFilter | null> => {
    const { labels, priority } = query;
    if (labels && labels.length > LIMITS.labelsWanted) {
      throw invalid({ labels: `must be at most ${LIMITS.labelsWanted} labels` });
    }
    refuseProblems(entryProblems('labels', labels ?? [], labelNameProblem));
    const projectId = query.projectId ?? undefined;
    if (projectId !== undefined && !(await stores.projects.byId(projectId))) {
      throw invalid({ projectId: 'names no project of this workspace' });
    }
    const found = await Promise.all((labels ?? []).map((name) => stores.labels.byName(name.trim())));
    const labelIds = found.flatMap((label) => (label ? [label.id] : []));
    if (labels !== undefined && labelIds.length === 0) return null;
    return { projectId, priorities: priority, labelIds: labels && labelIds };
  };

  /** One look in a unit of work: the first task that is ready, or where to go on looking. */
  const lookOnce = (
    caller: Caller,
    query: ClaimQuery,
    seconds: number,
    after: string | null,
    about: ReadyTask | undefined,
  ): Promise<Look & { readonly after: string | null }> =>
    storage.write(caller.workspaceId, async (stores) => {
      const agent = await requireClaimer(stores, caller, query.agentId);
      await expire(stores, caller.workspaceId);
      await wake(stores, caller.workspaceId);
      const found = await find(stores, caller, agent, query, seconds, after);
      if (about === undefined || found.briefing?.task.taskNumber === about.number) {
        return { ...found, settled: true };
      }
      const hinted = await stores.tasks.byNumber(about.number);
      return { ...found, settled: hinted === null || !isReady(hinted, clock()) };
    });

  const find = async (
    stores: Stores,
    caller: Caller,
    agent: Agent,
    query: ClaimQuery,
    seconds: number,
    after: string | null,
  ): Promise<{ readonly briefing: Briefing | null; readonly after: string | null }> => {
    const nothing = { briefing: null, after: null };
    if (agent.paused) return nothing;
    await checkLimit(stores, agent);
    const filter = await filterOf(stores, query);
    if (!filter) return nothing;
    const next = await stores.claims.nextReady(agent.id, filter, after);
    if (!next.task) return { briefing: null, after: next.after };
    if (await isLooping(stores, next.task)) {
      await askForAttention(stores, caller, next.task);
      return { briefing: null, after: next.after ?? '' };
    }
    return { briefing: await give(stores, caller, agent, next.task, seconds), after: null };
  };

  const checkLimit = async (stores: Stores, agent: Agent): Promise<void> => {
    const at = now();
    const living = (await stores.claims.ofAgent(agent.id)).filter((claim) => isLiving(claim, at.steady));
    if (living.length < agent.maxClaims) return;
    const claims = await Promise.all(
      living.map(async (claim) => {
        const task = await stores.tasks.byNumber(claim.taskNumber);
        return { taskNumber: claim.taskNumber, title: task?.title ?? '', claim: shownClaim(claim) };
      }),
    );
    throw new Refusal(
      'CLAIM_LIMIT',
      `The agent ${agent.name} holds as many tasks as it may (${agent.maxClaims}). Finish or release one, or take one over by claiming it with takeOver.`,
      { details: { claims } },
    );
  };

  /** The loop breaker: nobody has looked at the task for a day of claims without an end. */
  const isLooping = async (stores: Stores, task: Task): Promise<boolean> => {
    const since = Math.max(clock() - DAY_MS, (task.work.touchedAt ?? -1) + 1);
    return (await stores.claims.countSince(task.taskNumber, since)) >= MOST_CLAIMS_A_DAY;
  };

  const askForAttention = (stores: Stores, { workspaceId }: Caller, task: Task): Promise<Task> =>
    moveTask(stores, systemCaller(workspaceId), task, {
      to: 'waiting',
      reason: `It has been claimed ${MOST_CLAIMS_A_DAY} times within a day.`,
      waitingFor: {
        kind: 'attention',
        who: null,
        what: `It has been claimed ${MOST_CLAIMS_A_DAY} times within a day, and no person has touched it. Look at what stands in the way, then move the task.`,
      },
    });

  /** The task as the agent may claim it now, by name: 409 and 422 say why not. */
  const claimable = async (stores: Stores, agent: Agent, task: Task, takeOver: boolean): Promise<Task> => {
    const at = now();
    if (agent.paused) {
      throw new Refusal('AGENT_PAUSED', `The agent ${agent.name} is paused. Ask a person to let it go on.`);
    }
    if (isLiving(task.claim, at.steady)) {
      if (!takeOver || task.claim.agent.id !== agent.id) throw taskClaimed(task.claim);
      await stores.claims.update({ ...task.claim, ended: { at: at.clock, reason: 'taken_over' } });
      return { ...task, claim: null };
    }
    await checkLimit(stores, agent);
    if (task.assignee && task.assignee.id !== agent.id) {
      throw new Refusal(
        'TASK_ASSIGNED',
        `The task is assigned to ${task.assignee.name}. Claim another one, or ask a person.`,
        {
          details: { assignedTo: task.assignee.name },
        },
      );
    }
    const goesOn = task.status === 'in_progress' && task.assignee?.id === agent.id;
    if (task.archived || (task.status !== 'todo' && !goesOn)) {
      const { agentCompletion } = await requireWorkspace(stores);
      const why = task.archived
        ? 'An archived task cannot be claimed.'
        : `Only a task in todo can be claimed, and one in progress by its assignee; this one is in ${task.status}.`;
      throw invalidTransition(why, validTransitions(task.status, { type: 'agent', agentCompletion }));
    }
    const blockers = task.blocked ? await stores.relations.openBlockers(task.taskNumber) : [];
    if (blockers.length > 0) throw taskBlocked(blockers);
    return task;
  };

  const release = (caller: Caller, ref: TaskRef, input: Release): Promise<Task> =>
    storage.write(caller.workspaceId, async (stores) => {
      checkProcess(caller);
      const task = await requireTask(stores, ref);
      refuseProblems({
        note: textProblem(input.note, LIMITS.reason),
        notBefore: dateProblem(input.notBefore),
      });
      const claim = await requireClaim(stores, task, input.token, steadyClock());
      const agent = await requireAgent(stores, claim.agent.id);
      checkHosts(caller, agent);
      if (input.declined) await stores.claims.decline(task.taskNumber, agent.id);
      return giveBack(stores, asAgent(caller, agent), task, claim, {
        end: 'released',
        failed: false,
        note: input.note,
        notBefore: input.notBefore,
      });
    });

  return {
    /**
     * Takes the next task that is ready for the agent; exactly one claimer gets it. Held up to `wait` seconds while
     * there is none, then null. 409 CLAIM_LIMIT when the agent holds as many as it may. A client that has gone by
     * then leaves the task to others.
     */
    next: async (caller: Caller, query: ClaimQuery, gone?: AbortSignal): Promise<Briefing | null> => {
      const { leaseSeconds: seconds = CLAIM_SECONDS.default, wait = 0 } = query;
      checkSeconds(seconds);
      // Names in the filter are resolved once: who waits is woken by ids.
      const { agentId, filter } = await storage.read(caller.workspaceId, async (stores) => ({
        agentId: (await requireClaimer(stores, caller, query.agentId)).id,
        filter: await filterOf(stores, query),
      }));
      const found = await waits.hold<Look>({
        caller,
        topic: workTopic(caller.workspaceId),
        seconds: wait,
        gone,
        concerns: (about) => filter !== null && wants(agentId, filter, about),
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
     * Claims this task: from todo, or from in_progress when it is the agent's and nobody holds it. 409 TASK_CLAIMED,
     * TASK_ASSIGNED, CLAIM_LIMIT, AGENT_PAUSED; 422 TASK_BLOCKED, INVALID_TRANSITION.
     */
    claim: (
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
    ): Promise<Briefing> =>
      storage.write(caller.workspaceId, async (stores) => {
        const before = await requireTask(stores, ref);
        const agent = await requireClaimer(stores, caller, agentId);
        checkSeconds(leaseSeconds);
        await expire(stores, caller.workspaceId);
        const task = await requireTask(stores, before.taskNumber);
        return give(stores, caller, agent, await claimable(stores, agent, task, takeOver), leaseSeconds);
      }),

    /** Starts the lease anew, and tells the run what it should know. */
    heartbeat: (caller: Caller, ref: TaskRef, input: Heartbeat): Promise<Pulse> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkProcess(caller);
        const task = await requireTask(stores, ref);
        refuseProblems({
          ...progressProblems(input.progress),
          checkpoint: textProblem(input.checkpoint, LIMITS.checkpoint),
        });
        const at = now();
        const claim = await requireClaim(stores, task, input.token, at.steady);
        checkHosts(caller, await requireAgent(stores, claim.agent.id));
        const lease = lasting(claim.lease, at.steady);
        const kept: Lease = { ...lease, expiresAt: Math.min(lease.expiresAt, claim.until ?? Infinity) };
        const expiresAt = at.clock + (kept.expiresAt - at.steady);
        const newComments = await stores.comments.countSince(
          task.taskNumber,
          claim.commentsSeenAt,
          claim.agent.id,
          MOST_NEW_COMMENTS,
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
        return {
          expiresAt,
          directive: claim.until === null ? 'continue' : 'stop',
          reason: claim.until === null ? null : 'paused',
          newComments,
        };
      }),

    /** Gives the task back: to todo, assigned as it was before. */
    release: async (caller: Caller, ref: TaskRef, input: Release) => seen(await release(caller, ref, input)),

    /**
     * Ends all claims and running turns of an agent now, and pauses it; by people (403). What it held can be claimed
     * by others at once.
     */
    stop: (caller: Caller, agentId: string): Promise<Agent> =>
      storage.write(caller.workspaceId, async (stores) => {
        if (caller.type !== 'human') throw humansOnly('stop an agent');
        const agent = await requireAgent(stores, agentId);
        for (const claim of await stores.claims.ofAgent(agentId)) {
          const task = await stores.tasks.byNumber(claim.taskNumber);
          if (task) await giveBack(stores, caller, task, claim, { end: 'paused', failed: false });
        }
        for (const turn of await stores.turns.openOfAgent(agentId, MOST_TURNS)) {
          if (turn.state === 'running') await saveTurn(stores, released(turn, clock()));
        }
        if (agent.paused) return agent;
        const paused = { ...agent, paused: true, updatedAt: clock() };
        await stores.members.update(paused);
        await record(stores, caller, memberEntity(paused), 'updated', [
          { field: 'paused', oldValue: 'false', newValue: 'true' },
        ]);
        return paused;
      }),

    /** Forgets claims that ended more than some milliseconds ago, a few at a time; returns how many. */
    forget: async (olderThanMs: number): Promise<number> => {
      let forgotten = 0;
      for (const { id } of await storage.directory.workspaces()) {
        for (let step = FORGET_STEP; step === FORGET_STEP; forgotten += step) {
          step = await storage.write(id, ({ claims }) => claims.forget(clock() - olderThanMs, FORGET_STEP));
        }
      }
      return forgotten;
    },

    /** Deals with leases that ran out and tasks that rest no longer, in all workspaces; called now and then. */
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

/** The agent, as whom a process that hosts it claims and gives back. */
const asAgent = (caller: Caller, agent: Agent): Caller => ({
  ...caller,
  type: 'agent',
  id: agent.id,
  name: agent.name,
  displayName: agent.displayName,
  memberId: agent.id,
  inboxId: agent.id,
});

function progressAfter({ progress }: Claim, input: ProgressInput | undefined, at: number): Progress | null {
  if (input === undefined) return progress;
  return {
    note: input.note === undefined ? (progress?.note ?? null) : input.note,
    percent: input.percent === undefined ? (progress?.percent ?? null) : input.percent,
    at,
  };
}

function checkSeconds(seconds: number): void {
  const { least, most } = CLAIM_SECONDS;
  if (Number.isInteger(seconds) && seconds >= least && seconds <= most) return;
  throw invalid({ leaseSeconds: `must be an integer from ${least} to ${most}` });
}

/** 403 for a key that hosts no agent at all. */
function checkProcess({ key }: Caller): void {
  if (key.kind === 'agent' || key.kind === 'runtime') return;
  throw new Refusal(
    'FORBIDDEN',
    "Only the process of an agent claims tasks. Use the agent's own key, or a runtime key with agentId.",
  );
}
