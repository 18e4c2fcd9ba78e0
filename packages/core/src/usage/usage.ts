import { LIMITS, nameProblem, type Problem } from '../shared/text.ts';

/** Usage of a run, in numbers that the agent's process names: tokens, dollars (docs/rules.md, Usage). */
export type Usage = Readonly<Record<string, number>>;

/** The largest number; sums stay finite, and integers below it exact. */
export const MAX_USAGE = 1e15;

/** Problems of reported numbers, by field. */
export function usageProblems(usage: Usage | undefined): Record<string, Problem> {
  const entries = Object.entries(usage ?? {});
  if (entries.length > LIMITS.metrics) return { usage: `must have at most ${LIMITS.metrics} numbers` };
  const badName = entries.map(([name]) => usageNameProblem(name)).find((problem) => problem !== undefined);
  if (badName) return { usage: `has a name that ${badName}` };
  return Object.fromEntries(entries.map(([name, value]) => [`usage.${name}`, valueProblem(value)]));
}

/** Not blank and trimmed, so that names that look the same are the same. */
export const usageNameProblem = (name: string): Problem =>
  nameProblem(name, LIMITS.metricName) ??
  (name === name.trim() ? undefined : 'must not start or end with white space');

const valueProblem = (value: number): Problem =>
  Number.isFinite(value) && value >= 0 && value <= MAX_USAGE
    ? undefined
    : `must be a number from 0 to ${MAX_USAGE}`;

/** Rounds a sum to hide the errors of binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(15));

/** Adds up numbers by name. */
export function totalOf(usages: Iterable<Usage>): Usage {
  const sums = new Map<string, number>();
  for (const usage of usages) {
    for (const [name, value] of Object.entries(usage)) sums.set(name, (sums.get(name) ?? 0) + value);
  }
  return Object.fromEntries([...sums].map(([name, sum]) => [name, tidy(sum)]));
}

/** Adds two sets of numbers by name. */
export const plus = (usage: Usage, more: Usage): Usage => totalOf([usage, more]);

/** The number with this name; 0 if absent. */
export const numberOf = (usage: Usage, name: string): number =>
  Object.hasOwn(usage, name) ? (usage[name] as number) : 0;
