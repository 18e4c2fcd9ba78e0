import type { Caller } from '../access/caller.ts';
import { checkHosts, checkProcess } from '../access/hosting.ts';
import type { Agent } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { invalid, notFound } from '../shared/refusal.ts';

export async function requireAgent({ members }: Pick<Stores, 'members'>, id: string): Promise<Agent> {
  const member = await members.byId(id);
  if (member?.type !== 'agent') throw notFound('agent');
  return member;
}

/** The agent to claim for: the key's own, or the one named with a runtime key. */
export async function requireClaimer(
  { members }: Pick<Stores, 'members'>,
  caller: Caller,
  agentId?: string,
): Promise<Agent> {
  checkProcess(caller);
  const id = agentId ?? (caller.key.kind === 'agent' ? caller.memberId : null);
  if (id === null)
    throw invalid({ agentId: 'is required: a runtime key must name the agent that it acts for' });
  const agent = await members.byId(id);
  if (agent?.type !== 'agent') throw invalid({ agentId: 'must be the id of an agent in this workspace' });
  checkHosts(caller, agent);
  return agent;
}
