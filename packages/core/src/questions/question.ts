import type { Author } from '../access/author.ts';
import type { Caller, CallerType } from '../access/caller.ts';
import { humansOnly, type MemberRef } from '../members/member.ts';
import { dateProblem } from '../shared/date.ts';
import { invalid, Refusal, refuseProblems } from '../shared/refusal.ts';
import { bodyProblem, LIMITS, type Problem, textProblem } from '../shared/text.ts';
import type { TaskMention } from '../tasks/mention.ts';
import { type Option, type OptionInput, optionNamed, optionsProblems } from './options.ts';

export const QUESTION_KINDS = ['choice', 'text', 'approval'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const QUESTION_STATUSES = ['open', 'answered', 'withdrawn', 'expired'] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** Open questions of one task: more wait for nobody in particular. */
export const MAX_OPEN_QUESTIONS = 100;

/** An option's id, a text, or whether it is approved: whichever the kind of question asks for. */
export type Choice = string | boolean;

export interface Answer {
  readonly value: Choice;
  readonly comment: string | null;
  /** null: by default, when nobody had answered in time. */
  readonly by: Author | null;
  readonly at: number;
}

/** What an agent, or anybody, asks people about a task (docs/rules.md, Questions). */
export interface Question {
  readonly id: string;
  readonly task: TaskMention;
  readonly kind: QuestionKind;
  readonly text: string;
  /** Of a choice; else none. */
  readonly options: readonly Option[];
  /** What it is answered with when nobody has by `dueAt`. */
  readonly default: Choice | null;
  readonly dueAt: number | null;
  /** Whom it is for; null is every person of the workspace. */
  readonly to: MemberRef | null;
  readonly asker: Author;
  /** Whether its task has been moved to waiting for it. */
  readonly blocking: boolean;
  /** The member that its task goes back to. */
  readonly returnTo: string | null;
  readonly status: QuestionStatus;
  readonly answer: Answer | null;
  readonly createdAt: number;
  /** When it was answered, withdrawn or expired. */
  readonly closedAt: number | null;
}

export interface NewQuestion {
  /** Of the claim; the header Tandem-Claim does as well. */
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
  /** That the person was shown (`versionOf`): 409 RESULT_CHANGED when the question has another one by now. */
  readonly version?: string | null | undefined;
  readonly choice?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly approved?: boolean | null | undefined;
  readonly comment?: string | null | undefined;
}

/** Milliseconds that people have at least before a question of an agent or a service is answered by its default. */
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

/** Silence is no approval: otherwise an agent could approve its own request by waiting. */
const defaultProblem = ({ kind, default: byDefault }: NewQuestion, asker: CallerType): Problem =>
  kind === 'approval' && byDefault === true && asker !== 'human'
    ? 'must not be true when an agent or a service asks for approval; send false or leave it out'
    : undefined;

function dueProblem({ dueAt }: NewQuestion, asker: CallerType, now: number): Problem {
  if (dueAt === undefined || dueAt === null) return undefined;
  const problem = dateProblem(dueAt) ?? (dueAt > now ? undefined : 'must lie in the future');
  if (problem || asker === 'human' || dueAt >= now + MIN_ANSWER_TIME) return problem;
  return `must be at least ${MIN_ANSWER_TIME / 1000} seconds ahead when an agent or a service asks`;
}

/** What answers a question of a kind, under the field where it stands; 400 for anything else. */
type Judge = (value: Choice, field: string, options: readonly Option[]) => Choice;

const JUDGES: Record<QuestionKind, Judge> = {
  choice: (value, field, options) => {
    const option = typeof value === 'string' ? optionNamed(options, value) : null;
    if (!option) throw invalid({ [field]: `must be one of ${options.map(({ id }) => id).join(', ')}` });
    return option.id;
  },
  text: (value, field) => {
    if (typeof value !== 'string') throw invalid({ [field]: 'must be a text' });
    refuseProblems({ [field]: bodyProblem(value, LIMITS.answer) });
    return value;
  },
  approval: (value, field) => {
    if (typeof value !== 'boolean') throw invalid({ [field]: 'must be true or false' });
    return value;
  },
};

/** The default in the form of an answer; 400 where it is none. */
export const defaultOf = (input: NewQuestion, options: readonly Option[]): Choice | null =>
  input.default === undefined || input.default === null
    ? null
    : JUDGES[input.kind](input.default, 'default', options);

/** The field of an answer that each kind of question reads. */
export const ANSWER_FIELD = {
  choice: 'choice',
  text: 'text',
  approval: 'approved',
} as const satisfies Record<QuestionKind, keyof NewAnswer>;

/** The value of an answer; 400 when it is of another kind, or none. */
export function answerValue({ kind, options }: Question, input: NewAnswer): Choice {
  refuseProblems({ comment: textProblem(input.comment, LIMITS.answer) });
  const field = ANSWER_FIELD[kind];
  const others = Object.values(ANSWER_FIELD).filter(
    (name) => name !== field && input[name] !== undefined && input[name] !== null,
  );
  const value = input[field];
  if (value === undefined || value === null)
    throw invalid({ [field]: `is required: it is a question of kind ${kind}` });
  if (others[0]) throw invalid({ [others[0]]: `does not answer a question of kind ${kind}; leave it out` });
  return JUDGES[kind](value, field, options);
}

const VERSION_DIGITS = 22;

/**
 * What an answer rests on, as a short digest: it changes with whatever the question shows but its status and its answer,
 * the title of its task included.
 */
export const versionOf = (question: Question, sha256: (text: string) => string): string => {
  const { id, task, kind, text, options, default: byDefault, dueAt, to, asker } = question;
  const shown = [id, task.taskNumber, task.title, kind, text, options, byDefault, dueAt, to?.id, asker.id];
  return sha256(JSON.stringify(shown)).slice(0, VERSION_DIGITS);
};

/** 409 when the person was shown another version of the question. */
export function checkVersion(
  question: Question,
  { version }: NewAnswer,
  sha256: (text: string) => string,
): void {
  if (version === undefined || version === null || version === versionOf(question, sha256)) return;
  throw new Refusal(
    'RESULT_CHANGED',
    'The question, or its task, has changed since it was shown. Look at it again, and answer with its version.',
    { details: { question } },
  );
}

/** 403 HUMANS_ONLY. */
export function checkMayAnswer({ type }: Caller): void {
  if (type !== 'human') throw humansOnly('answer a question');
}

/** Whether nobody may answer it any more at a time, and it has not been closed yet. */
export const isDue = ({ status, dueAt }: Question, now: number): boolean =>
  status === 'open' && dueAt !== null && dueAt <= now;

/** 409: it is open no more, or will not be when it is tidied. */
export function alreadyAnswered(question: Question): Refusal {
  const late = question.default === null ? 'expired' : 'answered';
  const status = question.status === 'open' ? late : question.status;
  return new Refusal(
    'ALREADY_ANSWERED',
    `The question is ${status} already. Read it to see what it came to.`,
    { details: { status } },
  );
}
