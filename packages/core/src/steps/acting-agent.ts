import type { Caller } from '../access/caller.ts';
import { hasNoKey } from '../access/callers.ts';
import type { Agent } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';

/** The caller as the agent that a runtime key acts for. */
export const asAgent = (caller: Caller, agent: Pick<Agent, 'id' | 'name' | 'displayName'>): Caller => ({
  ...caller,
  type: 'agent',
  id: agent.id,
  name: agent.name,
  displayName: agent.displayName,
  memberId: agent.id,
  inboxId: agent.id,
});

/**
 * The caller to check acts on a task against: a runtime key acts as the agent that holds the task, or last held it,
 * so that it can do no more than that agent. This also applies after the agent has been removed.
 */
export async function actingOn(
  { claims, members }: Pick<Stores, 'claims' | 'members'>,
  caller: Caller,
  task: Task,
): Promise<Caller> {
  if (caller.key.kind !== 'runtime' || hasNoKey(caller)) return caller;
  const claim = task.claim ?? (await claims.lastOf(task.taskNumber));
  if (!claim) return caller;
  const agent = await members.byId(claim.agent.id);
  if (agent?.type === 'agent') return asAgent(caller, agent);
  const { name } = claim.agent;
  return { ...asAgent(caller, { ...claim.agent, displayName: name }), memberId: null, inboxId: null };
}
