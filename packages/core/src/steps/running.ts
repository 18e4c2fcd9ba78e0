import type { Caller } from '../access/caller.ts';
import type { Agent } from '../members/member.ts';
import type { Ports, Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import { checkUsageLimit } from './usage-limits.ts';

type AgentStores = Pick<Stores, 'members' | 'usage'>;

/** 409 AGENT_PAUSED or USAGE_LIMIT when the agent must stop (docs/rules.md, Claims, "Control"). */
export async function checkMayWork(stores: AgentStores, agent: Agent, now: number): Promise<void> {
  if (agent.paused) {
    throw new Refusal('AGENT_PAUSED', `The agent ${agent.name} is paused. Ask a person to resume it.`);
  }
  await checkUsageLimit(stores, agent, now);
}

/** Like `checkMayWork`, for a caller that may be an agent. Runs no query for people and services. */
export async function checkRunning(stores: AgentStores, caller: Caller, now: number): Promise<void> {
  if (caller.type !== 'agent') return;
  const agent = await stores.members.byId(caller.id);
  if (agent?.type === 'agent') await checkMayWork(stores, agent, now);
}

/**
 * Opens units of work for changes to the workspace. Every write use case uses it, except those that stay open to an
 * agent that must stop (comments, heartbeats, releases, reports about itself).
 */
export const changer =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  <T>(caller: Caller, work: (stores: Stores) => Promise<T>): Promise<T> =>
    storage.write(caller.workspaceId, async (stores) => {
      await checkRunning(stores, caller, clock());
      return work(stores);
    });
