import type { Agent, MemberRef } from '../members/member.ts';
import { memberRef } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import { iso, LIMITS, type Problem } from '../shared/text.ts';
import { type Day, dayOf, endOfDay } from './days.ts';
import { type AgentLimits, MAX_USAGE, numberOf, type Usage, usageNameProblem } from './usage.ts';

/** A limit that an agent has reached today. */
export interface ReachedLimit {
  readonly name: string;
  readonly used: number;
  readonly perDay: number;
}

/** An agent that gets no tasks until the day ends or a person raises its limit. */
export interface AgentOverLimit extends ReachedLimit {
  readonly agent: MemberRef;
  /** When it reached the limit. */
  readonly since: number;
  /** When the day ends. */
  readonly endsAt: number;
}

type UsageStores = Pick<Stores, 'usage'>;

/** Problems of new limits, by field. */
export function limitsProblems(limits: AgentLimits | null | undefined): Record<string, Problem> {
  const entries = Object.entries(limits?.usage ?? {});
  if (entries.length > LIMITS.metrics)
    return { 'limits.usage': `must have at most ${LIMITS.metrics} limits` };
  const badName = entries.map(([name]) => usageNameProblem(name)).find((problem) => problem !== undefined);
  if (badName) return { 'limits.usage': `has a name that ${badName}` };
  return Object.fromEntries(
    entries.map(([name, { perDay }]) => [`limits.usage.${name}.perDay`, perDayProblem(perDay)]),
  );
}

const perDayProblem = (perDay: number): Problem =>
  perDay > 0 && perDay <= MAX_USAGE ? undefined : `must be more than 0 and at most ${MAX_USAGE}`;

/** Limits as stored: by name; null without any. */
export function keptLimits(limits: AgentLimits | null): AgentLimits | null {
  const entries = Object.entries(limits?.usage ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return null;
  return { usage: Object.fromEntries(entries.map(([name, { perDay }]) => [name, { perDay }])) };
}

/** The first limit that the sums of a day reach. */
export function reachedBy(limits: AgentLimits | null, sums: Usage): ReachedLimit | null {
  for (const [name, { perDay }] of Object.entries(limits?.usage ?? {})) {
    const used = numberOf(sums, name);
    if (used >= perDay) return { name, used, perDay };
  }
  return null;
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

const OF_AGENT = 'agent ';
/** The inbox reference of an agent over its limit; the other items of that kind are tasks, referenced by number. */
const inboxRef = (agentId: string): string => `${OF_AGENT}${agentId}`;
/** The agent id in an inbox reference, or null. */
export const agentIdInInboxRef = (ref: string): string | null =>
  ref.startsWith(OF_AGENT) ? ref.slice(OF_AGENT.length) : null;

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
