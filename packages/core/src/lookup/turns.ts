import type { Caller } from '../access/caller.ts';
import { checkHosts } from '../access/hosting.ts';
import type { Agent } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { notFound } from '../shared/refusal.ts';
import type { Turn } from '../turns/turn.ts';
import { requireAgent } from './agents.ts';

/** The agent, if the caller hosts it; 403 otherwise. */
export async function requireHosted(
  stores: Pick<Stores, 'members'>,
  caller: Caller,
  agentId: string,
): Promise<Agent> {
  const agent = await requireAgent(stores, agentId);
  checkHosts(caller, agent);
  return agent;
}

export async function requireTurn(
  { turns }: Pick<Stores, 'turns'>,
  agentId: string,
  id: string,
): Promise<Turn> {
  const turn = await turns.byId(id);
  if (turn?.agentId !== agentId) throw notFound('turn of this agent');
  return turn;
}
