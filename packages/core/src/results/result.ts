import type { Author } from '../access/author.ts';
import { type Failure, failureProblems } from '../claims/failure.ts';
import { entryProblems } from '../shared/entries.ts';
import {
  bodyProblem,
  codePoints,
  cut,
  LIMITS,
  type Problem,
  plainUrl,
  textProblem,
  urlProblem,
} from '../shared/text.ts';
import { type Usage, usageProblems } from '../usage/usage.ts';
import { type Artifact, type ArtifactInput, artifactProblems } from './artifact.ts';

export const OUTCOMES = ['succeeded', 'partial', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The status that a result moves its task to; `none` leaves the task and its claim unchanged. */
export const RESULT_MOVES = ['waiting', 'done', 'none'] as const;
export type ResultMove = (typeof RESULT_MOVES)[number];

/**
 * The effect of a result on its task. `moved`: it moved the task. `beside`: it was posted without a move. `interim`:
 * posted with `to: "none"`, cannot be reviewed. `withdrawn`: its author took the task back from review.
 */
export const RESULT_PARTS = ['moved', 'beside', 'interim', 'withdrawn'] as const;
export type Part = (typeof RESULT_PARTS)[number];

/** Evidence; at least one field besides `criterionId` is set. */
export interface Evidence {
  /** The criterion that the evidence supports. */
  readonly criterionId?: string | undefined;
  readonly text?: string | undefined;
  readonly url?: string | undefined;
  readonly fileId?: string | undefined;
  readonly command?: string | undefined;
  readonly output?: string | undefined;
  readonly exitCode?: number | undefined;
}

/** A report on the work on a task by a run or a person; kept permanently (docs/rules.md, Results). */
export interface Result {
  readonly id: string;
  readonly taskNumber: number;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly evidence: readonly Evidence[];
  readonly artifact: Artifact | null;
  /** Why it isn't a success. */
  readonly failure: Failure | null;
  readonly usage: Usage | null;
  readonly author: Author;
  /**
   * The member behind the author, who cannot review the result: the author, the person of a service, or the creator
   * of an acting key.
   */
  readonly behind: string | null;
  /** The member to assign the task to when the result is returned. */
  readonly returnTo: string | null;
  /** The attempt of the claim; without one, the number of attempts so far. */
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

/** A person's verdict on a result; stored with the result. */
export interface Review {
  readonly id: string;
  readonly verdict: Verdict;
  readonly comment: string | null;
  readonly criteria: readonly ReviewedCriterion[];
  /** Why the result was accepted although proof was missing; null if none was. */
  readonly override: string | null;
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
  /** The claim's token; the Tandem-Claim header works as well. */
  readonly token?: string | null | undefined;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly evidence?: readonly EvidenceInput[] | null | undefined;
  readonly artifact?: ArtifactInput | null | undefined;
  readonly failure?: Failure | null | undefined;
  readonly usage?: Usage | null | undefined;
  readonly to?: ResultMove | null | undefined;
}

export interface NewReview {
  /** The result that the reviewer was shown; 409 RESULT_CHANGED if it is no longer the one to review. */
  readonly resultId?: string | null | undefined;
  readonly verdict: Verdict;
  readonly comment?: string | null | undefined;
  /** Accepts the result although required proof is missing, for this reason. */
  readonly override?: string | null | undefined;
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
  artifact,
  failure,
  usage,
  to,
}: NewResult): Record<string, Problem> => ({
  summary: bodyProblem(summary, LIMITS.summary),
  to: outcome === 'failed' && to === 'done' ? 'must not be done when the outcome is failed' : undefined,
  failure: outcome === 'succeeded' && failure ? 'must be left out when the outcome is succeeded' : undefined,
  ...evidenceProblems(evidence ?? []),
  ...artifactProblems(artifact),
  ...failureProblems(failure),
  ...usageProblems(usage ?? undefined),
});

function evidenceProblems(evidence: readonly EvidenceInput[]): Record<string, Problem> {
  if (evidence.length > LIMITS.evidenceEntries) {
    return { evidence: `must be at most ${LIMITS.evidenceEntries} entries` };
  }
  const found = entryProblems('evidence', evidence, entryProblem);
  if (Object.keys(found).length > 0) return found;
  return lengthOf(evidence) > LIMITS.evidenceTogether
    ? {
        evidence: `must be at most ${LIMITS.evidenceTogether} characters together; put long texts into files`,
      }
    : {};
}

/** The total length of all texts of the evidence, in code points. */
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

/** The stored form of an entry: without empty fields, and with its address normalized by `plainUrl`. */
export const evidenceOf = (input: EvidenceInput): Evidence => {
  const { url } = input;
  const given = url ? { ...input, url: plainUrl(url) } : input;
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
};

export function reviewProblems({ verdict, comment, criteria, override }: NewReview): Record<string, Problem> {
  const missing = verdict === 'returned' && (comment ?? '').trim() === '';
  return {
    comment: missing
      ? 'is required when a result is returned: say what is missing'
      : textProblem(comment, LIMITS.answer),
    override: overrideProblem(verdict, override),
    ...((criteria?.length ?? 0) > LIMITS.criteria
      ? { criteria: `must be at most ${LIMITS.criteria} criteria` }
      : entryProblems('criteria', criteria ?? [], (each) => ({
          comment: textProblem(each.comment, LIMITS.answer),
        }))),
  };
}

function overrideProblem(verdict: Verdict, override: string | null | undefined): Problem {
  if (override === undefined || override === null) return undefined;
  if (verdict === 'returned') return 'must be left out when a result is returned';
  return bodyProblem(override, LIMITS.override);
}

/** The first line of the summary, short enough for a title. */
export const firstLine = ({ summary }: Result): string =>
  cut(summary.trim().split('\n')[0] ?? '', LIMITS.title);
