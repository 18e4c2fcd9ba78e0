import type { Author } from '../access/author.ts';
import { entryProblems } from '../shared/entries.ts';
import {
  bodyProblem,
  codePoints,
  LIMITS,
  type Problem,
  plainUrl,
  textProblem,
  urlProblem,
} from '../shared/text.ts';
import type { TaskStatus } from '../tasks/status.ts';
import { type Usage, usageProblems } from '../usage/usage.ts';

export const OUTCOMES = ['succeeded', 'partial', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Where a result moves its task; `none` leaves the task and its claim as they are. */
export const RESULT_MOVES = ['waiting', 'done', 'none'] as const;
export type ResultMove = (typeof RESULT_MOVES)[number];

/**
 * What a result is to its task: it has moved it, it was posted beside what the task was at, it is an interim one, which
 * says so by `to: "none"` and cannot be reviewed, or its author has withdrawn it by taking the task back from review.
 */
export const RESULT_PARTS = ['moved', 'beside', 'interim', 'withdrawn'] as const;
export type Part = (typeof RESULT_PARTS)[number];

/** What shows that something is so: at least one of its fields beside the criterion. */
export interface Evidence {
  /** The criterion that it is for. */
  readonly criterionId?: string | undefined;
  readonly text?: string | undefined;
  readonly url?: string | undefined;
  readonly fileId?: string | undefined;
  readonly command?: string | undefined;
  readonly output?: string | undefined;
  readonly exitCode?: number | undefined;
}

/** What a run, or a person, says of the work at a task; kept for ever (docs/rules.md, Results). */
export interface Result {
  readonly id: string;
  readonly taskNumber: number;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly evidence: readonly Evidence[];
  readonly usage: Usage | null;
  readonly author: Author;
  /** The member behind it, who cannot review it: the author, the person of a service, the maker of an acting key. */
  readonly behind: string | null;
  /** The member that the task goes back to when the result is returned. */
  readonly returnTo: string | null;
  /** Of the claim, or how many there have been. */
  readonly attempt: number;
  readonly part: Part;
  readonly createdAt: number;
  readonly review: Review | null;
}

export const VERDICTS = ['accepted', 'returned'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface ReviewedCriterion {
  readonly id: string;
  readonly status: Verdict;
  readonly comment: string | null;
}

/** A person's judgement of a result; it stands in the result. */
export interface Review {
  readonly id: string;
  readonly verdict: Verdict;
  readonly comment: string | null;
  readonly criteria: readonly ReviewedCriterion[];
  readonly reviewer: Author;
  readonly createdAt: number;
}

export interface EvidenceInput {
  readonly criterionId?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly fileId?: string | null | undefined;
  readonly command?: string | null | undefined;
  readonly output?: string | null | undefined;
  readonly exitCode?: number | null | undefined;
}

export interface NewResult {
  /** Of the claim; the header Tandem-Claim does as well. */
  readonly token?: string | null | undefined;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly evidence?: readonly EvidenceInput[] | null | undefined;
  readonly usage?: Usage | null | undefined;
  readonly to?: ResultMove | null | undefined;
}

export interface NewReview {
  /** The result that the person was shown: 409 RESULT_CHANGED when another one is to be reviewed. */
  readonly resultId?: string | null | undefined;
  readonly verdict: Verdict;
  readonly comment?: string | null | undefined;
  readonly criteria?:
    | readonly {
        readonly id: string;
        readonly status: Verdict;
        readonly comment?: string | null | undefined;
      }[]
    | null
    | undefined;
}

export const resultProblems = ({
  outcome,
  summary,
  evidence,
  usage,
  to,
}: NewResult): Record<string, Problem> => ({
  summary: bodyProblem(summary, LIMITS.summary),
  to: outcome === 'failed' && to === 'done' ? 'must not be done when the outcome is failed' : undefined,
  ...evidenceProblems(evidence ?? []),
  ...usageProblems(usage ?? undefined),
});

function evidenceProblems(evidence: readonly EvidenceInput[]): Record<string, Problem> {
  if (evidence.length > LIMITS.evidenceEntries) {
    return { evidence: `must be at most ${LIMITS.evidenceEntries} entries` };
  }
  const found = entryProblems('evidence', evidence, entryProblem);
  if (Object.keys(found).length > 0) return found;
  return lengthOf(evidence) > LIMITS.evidenceTogether
    ? { evidence: `must be at most ${LIMITS.evidenceTogether} characters together; put long ones into files` }
    : {};
}

/** The length of all texts of evidence, in code points. */
export const lengthOf = (evidence: readonly EvidenceInput[]): number =>
  evidence
    .flatMap(({ text, url, command, output }) => [text, url, command, output])
    .reduce((sum, text) => sum + codePoints(text ?? ''), 0);

function entryProblem(entry: EvidenceInput): Problem | Record<string, Problem> {
  const { text, url, fileId, command, output, exitCode } = entry;
  if (
    [text, url, fileId, command, output, exitCode].every((field) => field === undefined || field === null)
  ) {
    return 'must have a text, url, fileId, command, output or exitCode';
  }
  return {
    text: filledProblem(text, LIMITS.evidence),
    url: urlProblem(url && plainUrl(url)),
    command: filledProblem(command, LIMITS.command),
    output: textProblem(output, LIMITS.output),
    exitCode: codeProblem(exitCode),
  };
}

const filledProblem = (text: string | null | undefined, max: number): Problem =>
  text === null || text === undefined ? undefined : bodyProblem(text, max);

const codeProblem = (code: number | null | undefined): Problem =>
  code === undefined || code === null || (Number.isInteger(code) && Math.abs(code) <= 0x7fffffff)
    ? undefined
    : 'must be an integer of 32 bits';

/** What is kept of an entry: the fields that say something, and the address as `plainUrl` has it. */
export const evidenceOf = (input: EvidenceInput): Evidence => {
  const { url } = input;
  const given = url ? { ...input, url: plainUrl(url) } : input;
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
};

export function reviewProblems({ verdict, comment, criteria }: NewReview): Record<string, Problem> {
  const missing = verdict === 'returned' && (comment ?? '').trim() === '';
  return {
    comment: missing
      ? 'is required when a result is returned: say what is missing'
      : textProblem(comment, LIMITS.answer),
    ...((criteria?.length ?? 0) > LIMITS.criteria
      ? { criteria: `must be at most ${LIMITS.criteria} criteria` }
      : entryProblems('criteria', criteria ?? [], (each) => ({
          comment: textProblem(each.comment, LIMITS.answer),
        }))),
  };
}

/**
 * Where a result moves its task unless it says; null where it stays. A failed one goes back to be done. A task that
 * waits for nothing in particular can be made to wait for the review.
 */
export function movedBy({ outcome, to }: NewResult, status: TaskStatus): TaskStatus | null {
  if (to === 'none') return null;
  if (to) return to;
  if (status !== 'in_progress') return null;
  return outcome === 'failed' ? 'todo' : 'waiting';
}
