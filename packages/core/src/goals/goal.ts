import type { CallerType } from '../access/caller.ts';
import type { FieldTexts } from '../events/event.ts';
import { dateProblem } from '../shared/date.ts';
import { type ExternalId, externalIdProblems, externalIdText } from '../shared/external-id.ts';
import { invalid } from '../shared/refusal.ts';
import { iso, LIMITS, nameProblem, type Problem, textProblem } from '../shared/text.ts';
import type { GoalStatus } from './status.ts';

export interface Metric {
  readonly target: number;
  readonly current: number;
  readonly unit: string;
}

/** One check of whether the goal is met, with its evidence. */
export interface Verification {
  readonly id: string;
  readonly goalId: string;
  readonly at: number;
  readonly byName: string;
  readonly byType: CallerType;
  readonly passed: boolean;
  readonly evidence: string;
}

/** A verifiable outcome (docs/rules.md, Goals). */
export interface Goal {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** Describes in prose how to tell that the goal is met. */
  readonly test: string | null;
  readonly metric: Metric | null;
  readonly status: GoalStatus;
  readonly lastVerification: Verification | null;
  readonly targetDate: number | null;
  readonly initiative: { readonly id: string; readonly name: string } | null;
  readonly externalId: ExternalId | null;
  readonly archived: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const goalEntity = (goal: Goal) => ({ type: 'goal', id: goal.id, title: goal.title }) as const;

/** Whether the definition that was verified has changed. The unit counts, because it gives the target its meaning. */
export const isRedefined = (before: Goal, after: Goal): boolean =>
  before.title !== after.title ||
  before.test !== after.test ||
  before.metric?.target !== after.metric?.target ||
  before.metric?.unit !== after.metric?.unit;

export const metricText = (goal: Goal): string | null => goal.metric && JSON.stringify(goal.metric);

/** Only the given fields change; null clears. */
export interface GoalChange {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly test?: string | null | undefined;
  readonly metric?: Metric | null | undefined;
  readonly status?: GoalStatus | undefined;
  readonly targetDate?: number | null | undefined;
  readonly initiativeId?: string | null | undefined;
  readonly externalId?: ExternalId | null | undefined;
}

/** `null` means absent. */
export interface NewGoal extends GoalChange {
  readonly title: string;
}

export const GOAL_TEXTS: FieldTexts<Goal, GoalChange> = {
  title: (goal) => goal.title,
  description: (goal) => goal.description,
  test: (goal) => goal.test,
  metric: metricText,
  status: (goal) => goal.status,
  targetDate: (goal) => iso(goal.targetDate),
  initiativeId: (goal) => goal.initiative?.id ?? null,
  externalId: (goal) => externalIdText(goal.externalId),
};

const finiteProblem = (value: number): Problem =>
  Number.isFinite(value) ? undefined : 'must be a finite number';

function metricProblems(metric: Metric | null | undefined): Record<string, Problem> {
  if (!metric) return {};
  return {
    'metric.target': finiteProblem(metric.target),
    'metric.current': finiteProblem(metric.current),
    'metric.unit': textProblem(metric.unit, LIMITS.name),
  };
}

export const goalProblems = (input: GoalChange): Record<string, Problem> => ({
  title: nameProblem(input.title),
  description: textProblem(input.description, LIMITS.description),
  test: textProblem(input.test, LIMITS.description),
  ...metricProblems(input.metric),
  targetDate: dateProblem(input.targetDate),
  ...externalIdProblems(input.externalId),
});

/** The text of a goal for search, apart from its title. */
export const goalText = ({ description, test }: Pick<Goal, 'description' | 'test'>): string | null =>
  description === null ? test : test === null ? description : `${description}\n\n${test}`;

/** Adding 0 turns -0 into 0: neither JSON nor every database can store -0. */
export const plain = ({ target, current, unit }: Metric): Metric => ({
  target: target + 0,
  current: current + 0,
  unit,
});

export function measured(metric: Metric | null, current: number | undefined): Metric | null {
  if (current === undefined) return metric;
  if (!metric) throw invalid({ metricCurrent: 'needs a goal with a metric; give the goal a metric first' });
  if (!Number.isFinite(current)) throw invalid({ metricCurrent: 'must be a finite number' });
  return plain({ ...metric, current });
}
