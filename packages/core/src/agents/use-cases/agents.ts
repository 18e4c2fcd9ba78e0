import type { Caller } from '../../access/caller.ts';
import { checkOwnAgent } from '../../access/own-agent.ts';
import { systemCaller } from '../../access/system.ts';
import { type Claim, ended } from '../../claims/claim.ts';
import { capacityTopic, workTopic } from '../../claims/ready.ts';
import { changedFields, type FieldChange, type FieldTexts } from '../../events/event.ts';
import { requireAgent } from '../../lookup/agents.ts';
import { resolveMember } from '../../lookup/members.ts';
import {
  type Agent,
  type AgentStatus,
  DEFAULT_AGENT_STATUS,
  DEFAULT_MAX_CLAIMS,
  emailProblem,
  humansOnly,
  memberEntity,
  memberNameProblem,
  memberRef,
} from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, nameProblem, type Problem, plainUrl, textProblem, urlProblem } from '../../shared/text.ts';
import { turnEnder } from '../../steps/end-turns.ts';
import { revokeKeysOf } from '../../steps/keys.ts';
import { checkNameFree, checkNotLikePerson } from '../../steps/member-names.ts';
import { taskMover } from '../../steps/move-task.ts';
import { recorder } from '../../steps/record.ts';
import { changer } from '../../steps/running.ts';
import { forgetLimit, noteLimit, reachedLimit } from '../../steps/usage-limits.ts';
import { queueTopic } from '../../turns/signals.ts';
import { dayOf } from '../../usage/days.ts';
import { keptLimits, limitsProblems } from '../../usage/limits.ts';
import type { AgentLimits } from '../../usage/usage.ts';
import { managerCheck } from '../reports.ts';

export interface AgentWithCounts extends Agent {
  readonly counts: { readonly sessions: number; readonly activity: number };
}

export interface NewAgent {
  readonly name: string;
  readonly displayName: string;
  readonly emoji: string;
  readonly model: string;
  readonly title?: string | null | undefined;
  readonly status?: AgentStatus | undefined;
}

/** Only the given fields change; null clears. */
export interface AgentChange {
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  readonly emoji?: string | undefined;
  readonly model?: string | undefined;
  readonly title?: string | null | undefined;
  readonly status?: AgentStatus | undefined;
  readonly avatar?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly reportsTo?: string | null | undefined;
  /** Only people may change this and the fields below. */
  readonly paused?: boolean | undefined;
  readonly maxClaims?: number | undefined;
  readonly limits?: AgentLimits | null | undefined;
}

const AGENT_TEXTS: FieldTexts<Agent, AgentChange> = {
  name: (agent) => agent.name,
  displayName: (agent) => agent.displayName,
  emoji: (agent) => agent.emoji,
  model: (agent) => agent.model,
  title: (agent) => agent.title,
  status: (agent) => agent.status,
  avatar: (agent) => agent.avatar,
  email: (agent) => agent.email,
  reportsTo: (agent) => agent.reportsTo?.name ?? null,
  paused: (agent) => String(agent.paused),
  maxClaims: (agent) => String(agent.maxClaims),
  limits: (agent) => agent.limits && JSON.stringify(agent.limits),
};

const agentProblems = (input: AgentChange): Record<string, Problem> => ({
  name: memberNameProblem(input.name),
  displayName: nameProblem(input.displayName, LIMITS.name),
  emoji: nameProblem(input.emoji, LIMITS.emoji),
  model: nameProblem(input.model, LIMITS.name),
  title: textProblem(input.title, LIMITS.title),
  avatar: urlProblem(input.avatar && plainUrl(input.avatar)),
  email: emailProblem(input.email),
  maxClaims: claimsProblem(input.maxClaims),
  ...limitsProblems(input.limits),
});

function claimsProblem(max: number | undefined): Problem {
  if (max === undefined) return undefined;
  const fits = Number.isInteger(max) && max >= 1 && max <= LIMITS.claimsOfAgent;
  return fits ? undefined : `must be an integer from 1 to ${LIMITS.claimsOfAgent}`;
}

/** AI team members (docs/rules.md, Agents). */
export function agentUseCases(ports: SteadyPorts) {
  const { storage, clock, steadyClock, newId } = ports;
  const record = recorder(ports);
  const write = changer(ports);
  const endTurnsOf = turnEnder(ports);

  /** Pausing limits each claim of the agent to one more lease; resuming removes that limit. */
  const bound = async ({ claims, signals }: Stores, { id, paused }: Agent): Promise<void> => {
    for (const claim of await claims.ofAgent(id)) {
      const until = paused ? steadyClock() + claim.lease.seconds * 1000 : null;
      await claims.update({ ...claim, until });
    }
    if (!paused) signals.raise({ topic: queueTopic(id), toOne: false });
  };

  /** Whether the change raised a daily limit that the agent had reached. */
  const limitRaised = async (stores: Stores, before: Agent, after: Agent): Promise<boolean> => {
    const wasOver = (await reachedLimit(stores, before, clock())) !== null;
    return !(await noteLimit(stores, after, clock())) && wasOver;
  };

  const moveTask = taskMover(ports);

  /** Pausing and resuming are recorded as separate events. */
  const recordUpdate = async (
    stores: Stores,
    caller: Caller,
    after: Agent,
    changes: readonly FieldChange[],
  ): Promise<void> => {
    const others = changes.filter(({ field }) => field !== 'paused');
    if (others.length > 0) await record(stores, caller, memberEntity(after), 'updated', { changes: others });
    const paused = changes.filter(({ field }) => field === 'paused');
    if (paused.length === 0) return;
    await record(stores, caller, memberEntity(after), after.paused ? 'paused' : 'resumed', {
      changes: paused,
    });
  };

  /** Returns a task of the agent to todo, unassigned. */
  const freeTask = async (stores: Stores, caller: Caller, claim: Claim): Promise<void> => {
    const task = await stores.tasks.byNumber(claim.taskNumber);
    if (!task) await stores.claims.update(ended(claim, 'released', clock()));
    else await moveTask(stores, caller, task, { to: 'todo', end: 'released', assignee: null });
  };

  return {
    /** Newest first, with the total. */
    list: (caller: Caller, query: PageRequest & { status?: AgentStatus | undefined }): Promise<Page<Agent>> =>
      storage.read(caller.workspaceId, ({ members }) =>
        members.agents({ status: query.status }, pageSlice(query)),
      ),

    create: (caller: Caller, input: NewAgent): Promise<Agent> =>
      write(caller, async (stores) => {
        checkOwnAgent(caller, null);
        refuseProblems(agentProblems(input));
        await checkNameFree(stores, input.name);
        await checkNotLikePerson(stores, caller, [input.name, input.displayName]);
        const agent: Agent = {
          id: newId(),
          type: 'agent',
          name: input.name,
          displayName: input.displayName.trim(),
          emoji: input.emoji.trim(),
          title: input.title?.trim() ?? null,
          email: null,
          status: input.status ?? DEFAULT_AGENT_STATUS,
          model: input.model.trim(),
          avatar: null,
          reportsTo: null,
          paused: false,
          maxClaims: DEFAULT_MAX_CLAIMS,
          limits: null,
          createdAt: clock(),
          updatedAt: null,
          deleted: false,
        };
        await stores.members.insert(agent);
        await record(stores, caller, memberEntity(agent), 'created');
        return agent;
      }),

    get: (caller: Caller, id: string): Promise<AgentWithCounts> =>
      storage.read(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, id);
        const sessions = await stores.monitoring.countSessions(id);
        const activity = await stores.events.countOfAgent(id);
        return { ...agent, counts: { sessions, activity } };
      }),

    update: (caller: Caller, id: string, change: AgentChange): Promise<Agent> =>
      storage.write(caller.workspaceId, async (stores) => {
        const before = await requireAgent(stores, id);
        checkOwnAgent(caller, id);
        refuseProblems(agentProblems(change));
        const inHand = [change.paused, change.maxClaims, change.limits].some((given) => given !== undefined);
        if (inHand && caller.type !== 'human')
          throw humansOnly('pause an agent, or set its claim and usage limits');
        const after: Agent = {
          ...before,
          name: change.name ?? before.name,
          displayName: change.displayName?.trim() ?? before.displayName,
          emoji: change.emoji?.trim() ?? before.emoji,
          model: change.model?.trim() ?? before.model,
          title: change.title === undefined ? before.title : (change.title?.trim() ?? null),
          status: change.status ?? before.status,
          avatar: change.avatar === undefined ? before.avatar : change.avatar && plainUrl(change.avatar),
          email: change.email === undefined ? before.email : change.email,
          reportsTo:
            change.reportsTo === undefined
              ? before.reportsTo
              : await resolveManager(stores, before, change.reportsTo),
          paused: change.paused ?? before.paused,
          maxClaims: change.maxClaims ?? before.maxClaims,
          limits: change.limits === undefined ? before.limits : keptLimits(change.limits),
          updatedAt: clock(),
        };
        const changes = changedFields(AGENT_TEXTS, before, after);
        if (changes.length === 0) return before;
        await checkNameFree(stores, after.name, id);
        await checkNotLikePerson(stores, caller, newNames(before, after));
        await stores.members.update(after);
        await recordUpdate(stores, caller, after, changes);
        if (after.paused !== before.paused) await bound(stores, after);
        const limited = changes.some(({ field }) => field === 'limits');
        const freed = limited && (await limitRaised(stores, before, after));
        if ((before.paused && !after.paused) || freed) {
          stores.signals.raise({ topic: workTopic(caller.workspaceId), toOne: false });
        }
        if (after.maxClaims > before.maxClaims)
          stores.signals.raise({ topic: capacityTopic(id), toOne: false });
        return after;
      }),

    /**
     * Deletes the agent and its keys. Its open tasks become unassigned and its open turns fail; the history keeps its
     * name.
     */
    delete: (caller: Caller, id: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, id);
        checkOwnAgent(caller, null);
        const now = clock();
        await endTurnsOf(stores, systemCaller(caller.workspaceId), { id, at: now });
        for (const claim of await stores.claims.ofAgent(id)) await freeTask(stores, caller, claim);
        stores.signals.raise({ topic: queueTopic(id), toOne: false });
        await revokeKeysOf(stores, caller, id, record);
        await forgetLimit(stores, id, dayOf(now));
        await stores.members.remove(agent, now);
        stores.signals.raise({ topic: workTopic(caller.workspaceId), toOne: false });
        await record(stores, caller, memberEntity(agent), 'deleted');
      }),
  };
}

/** The names that the change gives to the agent. */
const newNames = (before: Agent, after: Agent): readonly string[] => [
  ...(after.name === before.name ? [] : [after.name]),
  ...(after.displayName === before.displayName ? [] : [after.displayName]),
];

/** The member that the agent reports to; 400 as in `managerCheck`. */
async function resolveManager(
  stores: Stores,
  agent: Agent,
  name: string | null,
): Promise<Agent['reportsTo']> {
  if (name === null) return null;
  const manager = await resolveMember(stores, name, 'reportsTo');
  const checkManager = managerCheck(agent.id);
  for (let above: string | undefined = manager.id; above; ) {
    checkManager(above);
    const next = await stores.members.byId(above);
    above = next?.type === 'agent' ? next.reportsTo?.id : undefined;
  }
  return memberRef(manager);
}
