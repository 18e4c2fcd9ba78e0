import { maybe, object, oneOf, text } from '../shared/check.ts';
import { bodyProblem, LIMITS, type Problem } from '../shared/text.ts';

export const FAILURE_CLASSES = [
  'agent_error',
  'tool_error',
  'quota',
  'lost_lease',
  'stopped',
  'restart',
  'other',
] as const;

/** Why a run failed (docs/rules.md, Results). */
export interface Failure {
  readonly class: (typeof FAILURE_CLASSES)[number];
  readonly message: string;
}

export const failureInput = maybe(object<Failure>({ class: oneOf(FAILURE_CLASSES), message: text }));

export const failureProblems = (failure: Failure | null | undefined): Record<string, Problem> =>
  failure ? { 'failure.message': bodyProblem(failure.message, LIMITS.failure) } : {};

/** Failures that say nothing about the task: another run may do it as it is. */
const BLAMELESS: readonly Failure['class'][] = ['quota', 'stopped', 'restart'];

/** Whether the failure counts as a failed attempt of its task. An unnamed one does. */
export const isCounted = (failure: Failure | null | undefined): boolean =>
  !failure || !BLAMELESS.includes(failure.class);

/** Time until the task is handed out again after a run that reached its quota without saying until when. */
export const QUOTA_REST_MS = 5 * 60_000;

/** Consecutive attempts that may end by expiry or failure before a person is asked to look. */
export const MAX_FAILURES = 3;

const FIRST_DELAY_MS = 10_000;
const MAX_DELAY_MS = 5 * 60_000;

/** Delay before the next claim after this many consecutive failures, in milliseconds; doubles each time. */
export const delayAfter = (failures: number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1));
