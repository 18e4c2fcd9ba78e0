import type { Caller } from '../access/caller.ts';
import { checkHosts } from '../access/hosting.ts';
import { systemCaller } from '../access/system.ts';
import {
  type Claim,
  DAY_MS,
  endOf,
  isLiving,
  MAX_CLAIMS_A_DAY,
  shownClaim,
  taskClaimed,
} from '../claims/claim.ts';
import { isReady, type ReadyFilter, type ReadyTask } from '../claims/ready.ts';
import { labelNameProblem } from '../labels/label.ts';
import { requireTask } from '../lookup/tasks.ts';
import { requireWorkspace } from '../lookup/workspace.ts';
import type { Agent } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { all } from '../shared/all.ts';
import { entryProblems } from '../shared/entries.ts';
import { invalid, Refusal, refuseProblems } from '../shared/refusal.ts';
import { LIMITS } from '../shared/text.ts';
import { invalidTransition, taskBlocked, validTransitions } from '../tasks/status.ts';
import type { Priority, Task } from '../tasks/task.ts';
import { asAgent } from './acting-agent.ts';
import type { Briefing } from './briefing.ts';
import { claimRecorder } from './end-claim.ts';
import type { LeaseManager } from './lease.ts';
import { taskMover } from './move-task.ts';
import { checkMayWork } from './running.ts';
import { checkUsageLimit, reachedLimit } from './usage-limits.ts';

export interface ClaimQuery {
  /** Required for a runtime key, which can host any agent; other keys may omit it. */
  readonly agentId?: string | undefined;
  readonly projectId?: string | null | undefined;
  /** Names; any of them matches. */
  readonly labels?: readonly string[] | undefined;
  readonly priority?: readonly Priority[] | undefined;
  readonly leaseSeconds?: number | undefined;
  /** In seconds. */
  readonly wait?: number | undefined;
  /** An agent at its limit resumes its oldest task instead of getting 409 CLAIM_LIMIT. */
  readonly resume?: boolean | undefined;
}

/** The outcome of one search for work. */
export interface Look {
  readonly briefing: Briefing | null;
  /** True if the task in the signal needs no further search by other waiters. */
  readonly settled: boolean;
}

/** A task that an agent may claim, and the assignee to restore when it is given back. */
interface Claimable {
  readonly task: Task;
  readonly assigneeBefore: string | null;
}

/** Finds tasks that an agent may claim (docs/rules.md, Claims). */
export function workFinder(ports: SteadyPorts, { give, expire, wake }: LeaseManager) {
  const { storage, clock, steadyClock } = ports;
  const moveTask = taskMover(ports);
  const claimEvents = claimRecorder(ports);

  /** The agent to claim for: the key's own, or the one named with a runtime key. */
  const requireClaimer = async (stores: Stores, caller: Caller, agentId?: string): Promise<Agent> => {
    checkProcess(caller);
    const id = agentId ?? (caller.key.kind === 'agent' ? caller.memberId : null);
    if (id === null)
      throw invalid({ agentId: 'is required: a runtime key must name the agent that it acts for' });
    const agent = await stores.members.byId(id);
    if (agent?.type !== 'agent') throw invalid({ agentId: 'must be the id of an agent in this workspace' });
    checkHosts(caller, agent);
    return agent;
  };

  const filterOf = async (stores: Stores, query: ClaimQuery): Promise<ReadyFilter | null> => {
    const { labels, priority } = query;
    if (labels && labels.length > LIMITS.labelsWanted) {
      throw invalid({ labels: `must be at most ${LIMITS.labelsWanted} labels` });
    }
    refuseProblems(entryProblems('labels', labels ?? [], labelNameProblem));
    const projectId = query.projectId ?? undefined;
    if (projectId !== undefined && !(await stores.projects.byId(projectId))) {
      throw invalid({ projectId: 'must be the id of a project in this workspace' });
    }
    const found = await all(...(labels ?? []).map((name) => stores.labels.byName(name.trim())));
    const labelIds = found.flatMap((label) => (label ? [label.id] : []));
    if (labels !== undefined && labelIds.length === 0) return null;
    return { projectId, priorities: priority, labelIds: labels && labelIds };
  };

  /**
   * The filter for signals that wake a waiter. It matches any label while one of the named labels does not exist yet.
   */
  const wakingFilterOf = async (stores: Stores, query: ClaimQuery): Promise<ReadyFilter> => {
    const filter = await filterOf(stores, query);
    const allThere = query.labels === undefined || filter?.labelIds?.length === query.labels.length;
    if (filter && allThere) return filter;
    return { projectId: query.projectId ?? undefined, priorities: query.priority };
  };

  /** One search in its own unit of work: the first ready task, or the position from which to continue. */
  const lookOnce = (
    caller: Caller,
    query: ClaimQuery,
    seconds: number,
    after: string | null,
    about: ReadyTask | undefined,
  ): Promise<Look & { readonly after: string | null }> =>
    storage.write(caller.workspaceId, async (stores) => {
      const agent = await requireClaimer(stores, caller, query.agentId);
      return lookIn(stores, caller, agent, query, seconds, after, about);
    });

  /** Like `lookOnce`, in a unit that is already open and for an agent that may claim tasks. */
  const lookIn = async (
    stores: Stores,
    caller: Caller,
    agent: Agent,
    query: ClaimQuery,
    seconds: number,
    after: string | null,
    about: ReadyTask | undefined,
  ): Promise<Look & { readonly after: string | null }> => {
    await expire(stores, caller.workspaceId);
    await wake(stores, caller.workspaceId);
    const found = await find(stores, caller, agent, query, seconds, after);
    const isHinted = found.briefing?.task.taskNumber === about?.number;
    return { ...found, settled: isHinted || (await isSettled(stores, about)) };
  };

  /** Whether the task in the signal is no longer ready, so that other waiters need not look at it. */
  const isSettled = async (stores: Stores, about: ReadyTask | undefined): Promise<boolean> => {
    const hinted = about && (await stores.tasks.byNumber(about.number));
    return !hinted || !isReady(hinted, clock());
  };

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
    await checkUsageLimit(stores, agent, clock());
    const held = query.resume ? await oldestAtLimit(stores, agent) : null;
    if (held) return resumed(stores, caller, agent, held, seconds);
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

  /** The oldest claim of an agent at its limit; null below the limit. */
  const oldestAtLimit = async (stores: Stores, agent: Agent): Promise<Claim | null> => {
    const living = await livingOf(stores, agent);
    return living.length < agent.maxClaims ? null : (living[0] ?? null);
  };

  /** Replaces a claim of the agent with a new one; the old token stops working. */
  const resumed = async (stores: Stores, caller: Caller, agent: Agent, held: Claim, seconds: number) => {
    const before = await requireTask(stores, held.taskNumber);
    const by = asAgent(caller, agent);
    const { task, assigneeBefore } = await claimable(stores, by, agent, before, true);
    if (await isLooping(stores, task)) {
      await askForAttention(stores, caller, task);
      return { briefing: null, after: '' };
    }
    return { briefing: await give(stores, caller, agent, task, seconds, assigneeBefore), after: null };
  };

  const livingOf = async (stores: Stores, agent: Agent): Promise<readonly Claim[]> => {
    const now = steadyClock();
    return (await stores.claims.ofAgent(agent.id)).filter((claim) => isLiving(claim, now));
  };

  /** Whether the agent is below its claim limit and its daily usage limit. */
  const hasCapacity = async (stores: Stores, agent: Agent): Promise<boolean> =>
    (await reachedLimit(stores, agent, clock())) === null &&
    (await livingOf(stores, agent)).length < agent.maxClaims;

  const checkLimit = async (stores: Stores, agent: Agent): Promise<void> => {
    const living = await livingOf(stores, agent);
    if (living.length < agent.maxClaims) return;
    const claims = await Promise.all(
      living.map(async (claim) => {
        const task = await stores.tasks.byNumber(claim.taskNumber);
        return { taskNumber: claim.taskNumber, title: task?.title ?? '', claim: shownClaim(claim) };
      }),
    );
    throw new Refusal(
      'CLAIM_LIMIT',
      `The agent ${agent.name} already holds its maximum of ${agent.maxClaims} tasks. Finish or release one, or take one over by claiming it with takeOver.`,
      { details: { claims } },
    );
  };

  /** The loop breaker: the task was claimed repeatedly for a day without a change by a person. */
  const isLooping = async (stores: Stores, task: Task): Promise<boolean> => {
    const since = Math.max(clock() - DAY_MS, (task.work.touchedAt ?? -1) + 1);
    return (await stores.claims.countSince(task.taskNumber, since)) >= MAX_CLAIMS_A_DAY;
  };

  const askForAttention = (stores: Stores, { workspaceId }: Caller, task: Task): Promise<Task> =>
    moveTask(stores, systemCaller(workspaceId), task, {
      to: 'waiting',
      reason: `Claimed ${MAX_CLAIMS_A_DAY} times within a day.`,
      waitingFor: {
        kind: 'attention',
        who: null,
        what: `Claimed ${MAX_CLAIMS_A_DAY} times within a day without a change by a person. Find out what blocks it, then move the task.`,
      },
    });

  /** The task, claimable by this agent now; throws 409 or 422 otherwise. */
  const claimable = async (
    stores: Stores,
    by: Caller,
    agent: Agent,
    task: Task,
    takeOver: boolean,
  ): Promise<Claimable> => {
    await checkMayWork(stores, agent, clock());
    if (task.claim && !isLiving(task.claim, steadyClock())) {
      // `expire` works in batches, so it may not have reached this claim yet.
      await claimEvents.end(stores, by, { task, claim: task.claim, reason: endOf(task.claim) });
    } else if (task.claim) {
      if (!takeOver || task.claim.agent.id !== agent.id) throw taskClaimed(task.claim);
      await claimEvents.end(stores, by, { task, claim: task.claim, reason: 'taken_over' });
      return { task: { ...task, claim: null }, assigneeBefore: task.claim.assigneeBefore };
    }
    await checkLimit(stores, agent);
    if (task.assignee && task.assignee.id !== agent.id) {
      throw new Refusal(
        'TASK_ASSIGNED',
        `The task is assigned to ${task.assignee.name}. Claim another task, or ask a person.`,
        {
          details: { assignedTo: task.assignee.name },
        },
      );
    }
    const goesOn = task.status === 'in_progress' && task.assignee?.id === agent.id;
    if (task.archived || (task.status !== 'todo' && !goesOn)) {
      const { agentCompletion, agentIntake } = await requireWorkspace(stores);
      const held = task.fromAgent && agentIntake === 'backlog';
      const why = task.archived
        ? 'An archived task cannot be claimed.'
        : `Only a task in todo can be claimed, or one in progress by its assignee; this one is in ${task.status}.`;
      throw invalidTransition(why, validTransitions(task.status, { type: 'agent', agentCompletion, held }));
    }
    const blockers = task.blocked ? await stores.relations.openBlockers(task.taskNumber) : [];
    if (blockers.length > 0) throw taskBlocked(blockers);
    return { task, assigneeBefore: task.assignee?.id ?? null };
  };

  return {
    requireClaimer,
    filterOf,
    wakingFilterOf,
    isLooping,
    askForAttention,
    lookOnce,
    lookIn,
    isSettled,
    hasCapacity,
    claimable,
  };
}

/** 403 for a key that hosts no agent. */
export function checkProcess({ key }: Caller): void {
  if (key.kind === 'agent' || key.kind === 'runtime') return;
  throw new Refusal(
    'FORBIDDEN',
    "Only agents can claim tasks. Use the agent's own key, or a runtime key with agentId.",
  );
}
