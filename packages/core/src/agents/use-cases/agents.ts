import { type Caller, memberBehind } from '../../access/caller.ts';
import { checkOwnAgent } from '../../access/own-agent.ts';
import { systemCaller } from '../../access/system.ts';
import { requireAgent } from '../../lookup/agents.ts';
import { checkExternalIdFree, pageByExternalId } from '../../lookup/external-ids.ts';
import {
  type Agent,
  type AgentStatus,
  DEFAULT_AGENT_STATUS,
  DEFAULT_MAX_CLAIMS,
  type Member,
  memberEntity,
} from '../../members/member.ts';
import type { SteadyPorts } from '../../ports.ts';
import { workTopic } from '../../ready/ready.ts';
import { changedExternalId, checkNotOfHost, wantedKey } from '../../shared/external-id.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { turnEnder } from '../../steps/end-turns.ts';
import { verificationEnder } from '../../steps/end-verification.ts';
import { revokeKeysOf } from '../../steps/keys.ts';
import { checkNameFree, checkNotLikePerson } from '../../steps/member-names.ts';
import { recorder } from '../../steps/record.ts';
import { changer } from '../../steps/running.ts';
import { taskUnassigner } from '../../steps/unassign-tasks.ts';
import { forgetLimit } from '../../steps/usage-limits.ts';
import { queueTopic } from '../../turns/signals.ts';
import { dayOf } from '../../usage/days.ts';
import { agentProblems, type NewAgent } from '../agent.ts';
import { agentUpdater, checkMakesVerifiers } from './update.ts';

export interface AgentWithCounts extends Agent {
  readonly counts: { readonly sessions: number; readonly activity: number };
}

export interface AgentQuery extends PageRequest {
  readonly status?: AgentStatus | undefined;
  /** `<source>:<id>`. */
  readonly externalId?: string | undefined;
}

/** AI team members (docs/rules.md, Agents). */
export function agentUseCases(ports: SteadyPorts) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const write = changer(ports);
  const endTurnsOf = turnEnder(ports);
  const { endRunsOf } = verificationEnder(ports);
  const { unassignHeld } = taskUnassigner(ports);

  return {
    /** Newest first, with the total. */
    list: (caller: Caller, query: AgentQuery): Promise<Page<Agent>> =>
      storage.read(caller.workspaceId, async ({ members }) => {
        const { status } = query;
        const slice = pageSlice(query);
        const key = wantedKey(query.externalId);
        if (key === undefined) return members.agents({ status }, slice);
        const isWanted = (member: Member): member is Agent =>
          member.type === 'agent' && (status === undefined || member.status === status);
        const page = await pageByExternalId(members, key, slice, isWanted);
        return { ...page, total: page.items.length };
      }),

    create: (caller: Caller, input: NewAgent): Promise<Agent> =>
      write(caller, async (stores) => {
        checkOwnAgent(caller, null);
        refuseProblems(agentProblems(input));
        checkNotOfHost(null, input.externalId);
        if (input.verifier) checkMakesVerifiers(caller);
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
          externalId: changedExternalId(null, input.externalId),
          paused: false,
          maxClaims: DEFAULT_MAX_CLAIMS,
          limits: null,
          verifier: input.verifier ?? false,
          madeBy: memberBehind(caller) ?? caller.id,
          createdAt: clock(),
          updatedAt: null,
          deleted: false,
        };
        await checkExternalIdFree(stores.members, agent.externalId);
        await stores.members.insert(agent);
        await record(stores, caller, { entity: memberEntity(agent), action: 'created' });
        return agent;
      }),

    get: (caller: Caller, id: string): Promise<AgentWithCounts> =>
      storage.read(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, id);
        const sessions = await stores.monitoring.countSessions(id);
        const activity = await stores.events.countOfAgent(id);
        return { ...agent, counts: { sessions, activity } };
      }),

    update: agentUpdater(ports),

    /**
     * Deletes the agent and its keys. Its open tasks become unassigned, its open turns fail and what it verifies is
     * pending again; the history keeps its name.
     */
    delete: (caller: Caller, id: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, id);
        checkOwnAgent(caller, null);
        const now = clock();
        await endTurnsOf(stores, systemCaller(caller.workspaceId), { id, at: now });
        await unassignHeld(stores, caller, agent, 'agent_removed');
        await endRunsOf(stores, caller, id);
        stores.signals.raise({ topic: queueTopic(id), toOne: false });
        await revokeKeysOf(stores, caller, id, record);
        await forgetLimit(stores, id, dayOf(now));
        await stores.members.remove(agent, now);
        await stores.views.deletePrivateOf(agent.id);
        await stores.preferences.delete(agent.id);
        stores.signals.raise({ topic: workTopic(caller.workspaceId), toOne: false });
        await record(stores, caller, { entity: memberEntity(agent), action: 'deleted' });
      }),
  };
}
