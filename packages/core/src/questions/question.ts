import type { Author } from '../access/author.ts';
import type { Caller, CallerType } from '../access/caller.ts';
import { humansOnly, type MemberRef } from '../members/member.ts';
import { dateProblem } from '../shared/date.ts';
import { invalid, Refusal, refuseProblems } from '../shared/refusal.ts';
import { bodyProblem, LIMITS, type Problem, textProblem } from '../shared/text.ts';
import type { TaskMention } from '../tasks/mention.ts';
import { type Option, type OptionInput, optionNamed, optionsProblems, type QuestionKind } from './options.ts';

export const QUESTION_STATUSES = ['open', 'answered', 'withdrawn', 'expired'] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** Maximum open questions per task. */
export const MAX_OPEN_QUESTIONS = 100;

/** An option's id, a text, or an approval, depending on the kind of question. */
export type Choice = string | boolean;

export interface Answer {
  readonly value: Choice;
  readonly comment: string | null;
  /** null when answered by default because no answer arrived in time. */
  readonly by: Author | null;
  readonly at: number;
}

/** A question to people about a task, usually by an agent (docs/rules.md, Questions). */
export interface Question {
  readonly id: string;
  readonly task: TaskMention;
  readonly kind: QuestionKind;
  readonly text: string;
  /** Empty unless the kind is `choice`. */
  readonly options: readonly Option[];
  /** The answer used if there is none by `dueAt`. */
  readonly default: Choice | null;
  readonly dueAt: number | null;
  /** The addressee; null addresses every person of the workspace. */
  readonly to: MemberRef | null;
  readonly asker: Author;
  /** True if its task was moved to waiting for the answer. */
  readonly blocking: boolean;
  /** The member to return the task to. */
  readonly returnTo: string | null;
  readonly status: QuestionStatus;
  readonly answer: Answer | null;
  readonly createdAt: number;
  /** When it was answered, withdrawn or expired. */
  readonly closedAt: number | null;
}

export interface NewQuestion {
  /** The claim's token; the Tandem-Claim header works as well. */
  readonly token?: string | null | undefined;
  readonly kind: QuestionKind;
  readonly text: string;
  readonly options?: readonly OptionInput[] | null | undefined;
  readonly default?: Choice | null | undefined;
  /** Milliseconds since 1970. */
  readonly dueAt?: number | null | undefined;
  /** A person's id, name or display name. */
  readonly to?: string | null | undefined;
  readonly blocking?: boolean | null | undefined;
}

export interface NewAnswer {
  /** The version that the person was shown (`versionOf`); 409 RESULT_CHANGED if the question has changed since. */
  readonly version?: string | null | undefined;
  readonly choice?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly approved?: boolean | null | undefined;
  readonly comment?: string | null | undefined;
}

/** Minimum time, in milliseconds, before a question by an agent or a service is answered by its default. */
export const MIN_ANSWER_TIME = 60_000;

export function questionProblems(
  input: NewQuestion,
  asker: CallerType,
  now: number,
): Record<string, Problem> {
  const { kind, text, options } = input;
  return {
    text: bodyProblem(text, LIMITS.question),
    ...optionsProblems(kind, options ?? []),
    default: defaultProblem(input, asker),
    dueAt: dueProblem(input, asker, now),
  };
}

/** Silence is not approval: otherwise an agent could approve its own request by waiting. */
const defaultProblem = ({ kind, default: byDefault }: NewQuestion, asker: CallerType): Problem =>
  kind === 'approval' && byDefault === true && asker !== 'human'
    ? 'must not be true when an agent or a service asks for approval; send false or leave it out'
    : undefined;

function dueProblem({ dueAt }: NewQuestion, asker: CallerType, now: number): Problem {
  if (dueAt === undefined || dueAt === null) return undefined;
  const problem = dateProblem(dueAt) ?? (dueAt > now ? undefined : 'must be in the future');
  if (problem || asker === 'human' || dueAt >= now + MIN_ANSWER_TIME) return problem;
  return `must be at least ${MIN_ANSWER_TIME / 1000} seconds ahead when an agent or a service asks`;
}

/** Parses the answer to a question of one kind; 400 under `field` for an invalid one. */
type Judge = (value: Choice, field: string, options: readonly Option[]) => Choice;

const JUDGES: Record<QuestionKind, Judge> = {
  choice: (value, field, options) => {
    const option = typeof value === 'string' ? optionNamed(options, value) : null;
    if (!option) throw invalid({ [field]: `must be one of ${options.map(({ id }) => id).join(', ')}` });
    return option.id;
  },
  text: (value, field) => {
    if (typeof value !== 'string') throw invalid({ [field]: 'must be a string' });
    refuseProblems({ [field]: bodyProblem(value, LIMITS.answer) });
    return value;
  },
  approval: (value, field) => {
    if (typeof value !== 'boolean') throw invalid({ [field]: 'must be true or false' });
    return value;
  },
};

/** The default in the form of an answer; 400 if it is not a valid one. */
export const defaultOf = (input: NewQuestion, options: readonly Option[]): Choice | null =>
  input.default === undefined || input.default === null
    ? null
    : JUDGES[input.kind](input.default, 'default', options);

/** The field that answers each kind of question. */
export const ANSWER_FIELD = {
  choice: 'choice',
  text: 'text',
  approval: 'approved',
} as const satisfies Record<QuestionKind, keyof NewAnswer>;

/** The value of an answer; 400 if it is missing or for another kind of question. */
export function answerValue({ kind, options }: Question, input: NewAnswer): Choice {
  refuseProblems({ comment: textProblem(input.comment, LIMITS.answer) });
  const field = ANSWER_FIELD[kind];
  const others = Object.values(ANSWER_FIELD).filter(
    (name) => name !== field && input[name] !== undefined && input[name] !== null,
  );
  const value = input[field];
  if (value === undefined || value === null)
    throw invalid({ [field]: `is required for a question of kind ${kind}` });
  if (others[0]) throw invalid({ [others[0]]: `does not answer a question of kind ${kind}; leave it out` });
  return JUDGES[kind](value, field, options);
}

const VERSION_DIGITS = 22;

/**
 * A short digest of everything that the question shows except its status and its answer, including the title of its
 * task.
 */
export const versionOf = (question: Question, sha256: (text: string) => string): string => {
  const { id, task, kind, text, options, default: byDefault, dueAt, to, asker } = question;
  const parts = [id, task.taskNumber, task.title, kind, text, options, byDefault, dueAt, to?.id, asker.id];
  return sha256(JSON.stringify(parts)).slice(0, VERSION_DIGITS);
};

/** 409 RESULT_CHANGED when the person was shown another version of the question. */
export function checkVersion(
  question: Question,
  { version }: NewAnswer,
  sha256: (text: string) => string,
): void {
  if (version === undefined || version === null || version === versionOf(question, sha256)) return;
  throw new Refusal(
    'RESULT_CHANGED',
    'The question or its task has changed since it was shown. Fetch it again and answer with its version.',
    { details: { question } },
  );
}

/** 403 HUMANS_ONLY. */
export function checkMayAnswer({ type }: Caller): void {
  if (type !== 'human') throw humansOnly('answer a question');
}

/** Whether its time to be answered has passed without the question having been closed. */
export const isDue = ({ status, dueAt }: Question, now: number): boolean =>
  status === 'open' && dueAt !== null && dueAt <= now;

/** 409 ALREADY_ANSWERED, also for an overdue question that has not been closed yet. */
export function alreadyAnswered(question: Question): Refusal {
  const late = question.default === null ? 'expired' : 'answered';
  const status = question.status === 'open' ? late : question.status;
  return new Refusal('ALREADY_ANSWERED', `The question is already ${status}. Fetch it to see the outcome.`, {
    details: { status },
  });
}
