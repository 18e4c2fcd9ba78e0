import type { Caller } from '../access/caller.ts';
import type { Agent } from '../members/member.ts';
import type { Ports, Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import { checkUsageLimit } from '../usage/limits.ts';

type AgentStores = Pick<Stores, 'members' | 'usage'>;

/** 409 AGENT_PAUSED or USAGE_LIMIT when the agent must stop (docs/rules.md, Claims, "In hand"). */
export async function checkMayWork(stores: AgentStores, agent: Agent, now: number): Promise<void> {
  if (agent.paused) {
    throw new Refusal('AGENT_PAUSED', `The agent ${agent.name} is paused. Ask a person to let it go on.`);
  }
  await checkUsageLimit(stores, agent, now);
}

/** The same for a caller that may be an agent. Costs people and services no statement. */
export async function checkRunning(stores: AgentStores, caller: Caller, now: number): Promise<void> {
  if (caller.type !== 'agent') return;
  const agent = await stores.members.byId(caller.id);
  if (agent?.type === 'agent') await checkMayWork(stores, agent, now);
}

/**
 * Opens units of work in which a caller changes the workspace: all writes of use cases but those that an agent keeps
 * while it must stop (comments, heartbeats, releases, reports about itself).
 */
export const changer =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  <T>(caller: Caller, work: (stores: Stores) => Promise<T>): Promise<T> =>
    storage.write(caller.workspaceId, async (stores) => {
      await checkRunning(stores, caller, clock());
      return work(stores);
    });
