import type { Caller } from '../access/caller.ts';
import type { Agent } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import type { Claim } from './claim.ts';

/** The agent, as whom a process that hosts it claims, reports and gives back. */
export const asAgent = (caller: Caller, agent: Agent): Caller => ({
  ...caller,
  type: 'agent',
  id: agent.id,
  name: agent.name,
  displayName: agent.displayName,
  memberId: agent.id,
  inboxId: agent.id,
});

/** As whom a caller speaks who shows the token of a claim: a process that hosts agents as the one that holds it. */
export async function speakerFor(
  { members }: Pick<Stores, 'members'>,
  caller: Caller,
  claim: Claim | null,
): Promise<Caller> {
  if (claim === null || caller.key.kind !== 'runtime') return caller;
  const agent = await members.byId(claim.agent.id);
  return agent?.type === 'agent' ? asAgent(caller, agent) : caller;
}
