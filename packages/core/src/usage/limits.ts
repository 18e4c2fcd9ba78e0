import type { AgentLimits } from '../members/member.ts';
import { LIMITS, type Problem } from '../shared/text.ts';
import { MAX_USAGE, numberOf, type Usage, usageNameProblem } from './usage.ts';

/** A limit that an agent has reached today. */
export interface ReachedLimit {
  readonly name: string;
  readonly used: number;
  readonly perDay: number;
}

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
export function storedLimits(limits: AgentLimits | null): AgentLimits | null {
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

const AGENT_REF_PREFIX = 'agent ';
/** The inbox reference of an agent over its limit; the other items of that kind are tasks, referenced by number. */
export const inboxRef = (agentId: string): string => `${AGENT_REF_PREFIX}${agentId}`;
/** The agent id in an inbox reference, or null. */
export const agentIdInInboxRef = (ref: string): string | null =>
  ref.startsWith(AGENT_REF_PREFIX) ? ref.slice(AGENT_REF_PREFIX.length) : null;
