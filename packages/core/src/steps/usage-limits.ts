import { type Agent, type MemberRef, memberRef } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import { iso } from '../shared/text.ts';
import { type Day, dayOf, endOfDay } from '../usage/days.ts';
import { inboxRef, type ReachedLimit, reachedBy } from '../usage/limits.ts';

type UsageStores = Pick<Stores, 'usage'>;

/** An agent that gets no tasks until the day ends or a person raises its limit. */
export interface AgentOverLimit extends ReachedLimit {
  readonly agent: MemberRef;
  /** When it reached the limit. */
  readonly since: number;
  /** When the day ends. */
  readonly endsAt: number;
}

/** The limit that an agent has reached today, if any. */
export async function reachedLimit(
  { usage }: UsageStores,
  { id, limits }: Agent,
  now: number,
): Promise<ReachedLimit | null> {
  return limits && reachedBy(limits, await usage.ofAgent(id, dayOf(now)));
}

/** 409 USAGE_LIMIT while the agent is over one of its limits. */
export async function checkUsageLimit(stores: UsageStores, agent: Agent, now: number): Promise<void> {
  const reached = await reachedLimit(stores, agent, now);
  if (!reached) return;
  const endsAt = iso(endOfDay(dayOf(now)));
  throw new Refusal(
    'USAGE_LIMIT',
    `The agent ${agent.name} has reached its limit for today: ${reached.used} of ${reached.perDay} (${reached.name}). It can claim tasks again at ${endsAt}, or when a person raises the limit.`,
    { details: { limit: { ...reached, endsAt } } },
  );
}

/**
 * Records whether the agent is over a limit today, for the list of such agents and the inbox; returns whether it is.
 */
export async function noteLimit(
  stores: Pick<Stores, 'usage' | 'inbox'>,
  agent: Agent,
  now: number,
): Promise<boolean> {
  const over = (await reachedLimit(stores, agent, now)) !== null;
  if (!over) await forgetLimit(stores, agent.id, dayOf(now));
  else if (await stores.usage.noteLimit(dayOf(now), agent.id, now)) {
    await stores.inbox.put({ kind: 'attention', ref: inboxRef(agent.id), since: now, people: null });
  }
  return over;
}

/** Clears an agent's limit of a day, and its inbox item. */
export async function forgetLimit(
  stores: Pick<Stores, 'usage' | 'inbox'>,
  agentId: string,
  day: Day,
): Promise<void> {
  await stores.usage.forgetLimit(day, agentId);
  await stores.inbox.remove('attention', inboxRef(agentId));
}

/** The agents over a limit now, those over it longest coming first. */
export async function agentsOverLimit(
  stores: Pick<Stores, 'usage' | 'members'>,
  now: number,
): Promise<readonly AgentOverLimit[]> {
  const day = dayOf(now);
  const found: AgentOverLimit[] = [];
  for (const { agentId, since } of await stores.usage.limitsReached(day)) {
    const agent = await stores.members.byId(agentId);
    const reached = agent?.type === 'agent' ? await reachedLimit(stores, agent, now) : null;
    if (agent && reached) found.push({ ...reached, agent: memberRef(agent), since, endsAt: endOfDay(day) });
  }
  return found;
}
