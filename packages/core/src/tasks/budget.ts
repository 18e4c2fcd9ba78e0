import { Refusal } from '../shared/refusal.ts';
import type { Problem } from '../shared/text.ts';
import { MAX_USAGE, numberOf, type Usage, usageNameProblem } from '../usage/usage.ts';

/** Limits on the usage of a task and everything below it, by the names of the numbers (docs/rules.md, Sub-tasks). */
export type Budget = Usage;

/** Maximum limits of a budget. */
export const MAX_BUDGET = 5;

/** A limit that the usage of a tree has reached. */
export interface ReachedBudget {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
}

/** Problems of a new budget, by field. */
export function budgetProblems(budget: Budget | null | undefined): Record<string, Problem> {
  const entries = Object.entries(budget ?? {});
  if (entries.length > MAX_BUDGET) return { budget: `must have at most ${MAX_BUDGET} limits` };
  const badName = entries.map(([name]) => usageNameProblem(name)).find((problem) => problem !== undefined);
  if (badName) return { budget: `has a name that ${badName}` };
  const isLimit = (limit: number) => limit > 0 && limit <= MAX_USAGE;
  return Object.fromEntries(
    entries.flatMap(([name, limit]) =>
      isLimit(limit) ? [] : [[`budget.${name}`, `must be more than 0 and at most ${MAX_USAGE}`]],
    ),
  );
}

/** A budget as stored: by name; null without any limit. */
export const storedBudget = (budget: Budget | null): Budget | null => {
  const entries = Object.entries(budget ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? null : Object.fromEntries(entries);
};

/** The first limit that the usage reaches. */
export function reachedIn(budget: Budget | null, usage: Usage): ReachedBudget | null {
  for (const [name, limit] of Object.entries(budget ?? {})) {
    const used = numberOf(usage, name);
    if (used >= limit) return { name, used, limit };
  }
  return null;
}

/** 409 OVER_BUDGET for a claim in a tree whose budget is used up. */
export const overBudget = (taskNumber: number) =>
  new Refusal(
    'OVER_BUDGET',
    `The budget of task ${taskNumber} is used up. Claim another task, or ask a person to raise it.`,
    { details: { taskNumber } },
  );
