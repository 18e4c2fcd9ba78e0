import { LIMITS, nameProblem, type Problem } from '../shared/text.ts';

/** What work has cost, in numbers that the agent's process names itself: tokens, dollars (docs/rules.md, Usage). */
export type Usage = Readonly<Record<string, number>>;

/** How much an agent may use on a day, in UTC, of each number that is named (docs/rules.md, Usage). */
export interface AgentLimits {
  readonly usage: Readonly<Record<string, { readonly perDay: number }>>;
}

/** The largest number; sums of it are finite, and below it whole numbers stay whole. */
export const MAX_USAGE = 1e15;

/** What is wrong with numbers that are reported; says nothing where there are none. */
export function usageProblems(usage: Usage | undefined): Record<string, Problem> {
  const entries = Object.entries(usage ?? {});
  if (entries.length > LIMITS.metrics) return { usage: `must have at most ${LIMITS.metrics} numbers` };
  const badName = entries.map(([name]) => usageNameProblem(name)).find((problem) => problem !== undefined);
  if (badName) return { usage: `has a name that ${badName}` };
  return Object.fromEntries(entries.map(([name, value]) => [`usage.${name}`, valueProblem(value)]));
}

/** Not blank, and without white space around it: two names that read alike are one. */
export const usageNameProblem = (name: string): Problem =>
  nameProblem(name, LIMITS.metricName) ??
  (name === name.trim() ? undefined : 'must not begin or end with white space');

const valueProblem = (value: number): Problem =>
  Number.isFinite(value) && value >= 0 && value <= MAX_USAGE
    ? undefined
    : `must be a number from 0 to ${MAX_USAGE}`;

/** A sum as it is written: what comes of adding decimal fractions in binary is rounded away. */
const tidy = (value: number): number => Number(value.toPrecision(15));

/** Numbers of the same name added up. */
export function totalOf(usages: Iterable<Usage>): Usage {
  const sums = new Map<string, number>();
  for (const usage of usages) {
    for (const [name, value] of Object.entries(usage)) sums.set(name, (sums.get(name) ?? 0) + value);
  }
  return Object.fromEntries([...sums].map(([name, sum]) => [name, tidy(sum)]));
}

/** Each number with its namesake added. */
export const plus = (usage: Usage, more: Usage): Usage => totalOf([usage, more]);

/** One of the numbers; 0 where it is not there. */
export const numberOf = (usage: Usage, name: string): number =>
  Object.hasOwn(usage, name) ? (usage[name] as number) : 0;
