import { type ErrorCode, STATUS_OF_KIND } from '@tandem/contract';
import {
  type FieldProblems,
  type HostCode,
  type Question,
  Refusal,
  type Result,
  type ShownClaim,
} from '@tandem/core';
import { presentClaim } from './present-claim.ts';
import { presentQuestion } from './present-question.ts';
import { presentResult } from './present-result.ts';

/** An error as sent to the client: status, code, message and further fields. */
export interface Problem {
  readonly status: number;
  readonly code: ErrorCode | HostCode;
  readonly message: string;
  readonly fields?: FieldProblems | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown for errors of the HTTP layer, such as invalid JSON or too many requests. */
export class HttpProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The problem to report to the client; null for an internal error, which is not disclosed. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof HttpProblem) return error.problem;
  if (!(error instanceof Refusal)) return null;
  const { code, kind, message, fields, details } = error;
  const headers: Record<string, string> =
    kind === 'unauthenticated'
      ? { 'WWW-Authenticate': 'Bearer' }
      : kind === 'unavailable' || kind === 'too_many'
        ? { 'Retry-After': '1' }
        : {};
  return {
    status: STATUS_OF_KIND[kind],
    code,
    message,
    fields: bounded(fields),
    details: presented(details),
    headers,
  };
}

export const INTERNAL_ERROR: Problem = {
  status: 500,
  code: 'INTERNAL_ERROR',
  message: 'Something went wrong on our side. Try again, and tell the operator the requestId if it persists.',
};

/** The one error in the legacy flat shape (docs/rules.md, Errors). */
const LEGACY_CODE = 'SELF_RELATION';

export function bodyOf({ code, message, fields, details }: Problem, requestId: string): object {
  if (code === LEGACY_CODE) return { code, message, requestId };
  return { error: { code, message, requestId, ...(fields && { fields }), ...details } };
}

/** At most 20 fields with at most 20 messages each (docs/rules.md, Errors). */
function bounded(fields: FieldProblems | undefined): FieldProblems | undefined {
  if (!fields) return undefined;
  const few = Object.entries(fields).slice(0, 20);
  return Object.fromEntries(few.map(([field, entries]) => [field, entries.slice(0, 20)]));
}

/** The error of a part of a request. */
export function errorOf(refusal: Refusal): Pick<Problem, 'code' | 'message'> {
  const { code, message, fields, details } = problemOf(refusal) as Problem;
  return { code, message, ...(fields && { fields }), ...details };
}

interface FailedPart {
  readonly index: number;
  readonly error: Refusal;
}

interface HeldTask {
  readonly claim: ShownClaim;
}

/** The details of a refusal, with claims, results and questions in their usual shape. */
const presented = (details: Refusal['details']): Refusal['details'] => ({
  ...details,
  ...('claim' in details && { claim: presentClaim(details.claim as ShownClaim) }),
  ...('result' in details && { result: presentResult(details.result as Result) }),
  ...('question' in details && { question: presentQuestion(details.question as Question) }),
  ...('failed' in details && {
    failed: (details.failed as FailedPart[]).map(({ index, error }) => ({ index, error: errorOf(error) })),
  }),
  ...('claims' in details && {
    claims: (details.claims as HeldTask[]).map((held) => ({ ...held, claim: presentClaim(held.claim) })),
  }),
});
