import { cut } from './text.ts';

/** The category of a refusal, for an adapter to map to its own (an HTTP status, an exit code). */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'unprocessable'
  | 'too_many'
  | 'unavailable';

/** Every refusal code of the core and its category (docs/rules.md, Errors). */
export const REFUSALS = {
  VALIDATION_ERROR: 'invalid',
  INVALID_CURSOR: 'invalid',
  UNKNOWN_LABELS: 'invalid',
  STATUS_NOT_PATCHABLE: 'invalid',
  UNAUTHENTICATED: 'unauthenticated',
  INSUFFICIENT_SCOPE: 'forbidden',
  FORBIDDEN: 'forbidden',
  AGENT_COMPLETION_DISABLED: 'forbidden',
  HUMANS_ONLY: 'forbidden',
  OWN_RESULT: 'forbidden',
  NOT_INDEPENDENT: 'forbidden',
  AWAITS_PERSON: 'forbidden',
  OUTSIDE_RUN: 'forbidden',
  CHAT_FORBIDDEN: 'forbidden',
  PLAN_EXCLUDES_CHAT: 'forbidden',
  NOT_FOUND: 'not_found',
  DUPLICATE_RELATION: 'conflict',
  CYCLE_DETECTED: 'conflict',
  TURN_IN_PROGRESS: 'conflict',
  CHAT_ARCHIVED: 'conflict',
  IDEMPOTENCY_KEY_REUSED: 'conflict',
  GOAL_CLOSED: 'conflict',
  TASK_NOT_ARCHIVED: 'conflict',
  NAME_TAKEN: 'conflict',
  EXTERNAL_ID_TAKEN: 'conflict',
  LABEL_EXISTS: 'conflict',
  IMPORT_CLOSED: 'conflict',
  NOT_EXTERNAL: 'conflict',
  AGENT_DELETED: 'conflict',
  LAST_ADMIN: 'conflict',
  LEASE_LOST: 'conflict',
  LIMIT_REACHED: 'conflict',
  WEBHOOK_DISABLED: 'conflict',
  PARENT_CLOSED: 'conflict',
  OVER_BUDGET: 'conflict',
  TASK_CLAIMED: 'conflict',
  TASK_ASSIGNED: 'conflict',
  CLAIM_LIMIT: 'conflict',
  AGENT_PAUSED: 'conflict',
  USAGE_LIMIT: 'conflict',
  INTAKE_LIMIT: 'conflict',
  NOTHING_TO_REVIEW: 'conflict',
  RESULT_CHANGED: 'conflict',
  VERIFICATION_STATE: 'conflict',
  ALREADY_ANSWERED: 'conflict',
  INVALID_TRANSITION: 'unprocessable',
  TASK_BLOCKED: 'unprocessable',
  ANCESTOR_BLOCKED: 'unprocessable',
  CHILDREN_OPEN: 'unprocessable',
  PARENT_DONE: 'unprocessable',
  PROOF_MISSING: 'unprocessable',
  ARTIFACT_MISSING: 'unprocessable',
  BULK_REFUSED: 'unprocessable',
  SELF_RELATION: 'unprocessable',
  RATE_LIMITED: 'too_many',
  EVENTS_PRUNED: 'gone',
  UNAVAILABLE: 'unavailable',
} as const satisfies Record<string, RefusalKind>;

export type RefusalCode = keyof typeof REFUSALS;

/** The code of a refusal by a program that embeds Tandem (docs/embedding.md, Say no). */
export type HostCode = `X_${string}`;

/** Problems by field path; they never repeat values that the caller sent. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

/**
 * The only error that the core throws on purpose. Thrown inside a unit of work, it rolls the unit back. `message`
 * tells the reader what to do next; `details` are additional members of the error object; `cause` is only for the
 * operator.
 */
export class Refusal extends Error {
  readonly code: RefusalCode | HostCode;
  readonly kind: RefusalKind;
  readonly fields: FieldProblems | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: RefusalCode | HostCode,
    message: string,
    extra: {
      fields?: FieldProblems;
      details?: Readonly<Record<string, unknown>> | undefined;
      cause?: unknown;
      /** Of a host's code; forbidden by default. */
      kind?: RefusalKind | undefined;
    } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'Refusal';
    this.code = code;
    this.kind = REFUSALS[code as RefusalCode] ?? extra.kind ?? 'forbidden';
    this.fields = extra.fields;
    this.details = extra.details ?? {};
  }
}

/** 503: the stored data of one resource cannot be read. Others are not affected. */
export class Damaged extends Refusal {
  constructor(cause: unknown) {
    super(
      'UNAVAILABLE',
      'The stored data is damaged and cannot be read. Nothing was changed; ask the operator of the service to run tandem doctor.',
      { cause },
    );
  }
}

/** The message of the refusal that the work ends with; null without one. */
export async function refusedAs(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof Damaged)) return error.message;
    throw error;
  }
}

/** null for damaged data: lists skip it, and so do references to it. */
export async function readable<T>(read: T | Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Damaged) return null;
    throw error;
  }
}

/** An unknown field name comes from the client and can be of any length. */
const LONGEST_FIELD = 200;

/** 400 with problems by field. */
export const invalid = (fields: Record<string, string | readonly string[]>): Refusal => {
  const listed = Object.entries(fields).map(([field, problem]): [string, readonly string[]] => [
    cut(field, LONGEST_FIELD),
    typeof problem === 'string' ? [problem] : problem,
  ]);
  const summary = listed.map(([field, problems]) => `${field} ${problems.join(', ')}`).join('; ');
  return new Refusal('VALIDATION_ERROR', `Correct the request and send it again: ${summary}.`, {
    fields: Object.fromEntries(listed),
  });
};

/** Runs work on one entry of a request, whose fields are then named with the path of the entry. */
export async function inEntry<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([field, problems]) => [`${path}.${field}`, problems]),
    );
    if (error.code === 'VALIDATION_ERROR') throw invalid(fields);
    throw new Refusal(error.code, error.message, { fields, details: error.details });
  }
}

/** 404: the resource does not exist for this caller. The message is the same for every cause. */
export const notFound = (what: string): Refusal =>
  new Refusal('NOT_FOUND', `There is no such ${what} in this workspace. Check the identifier.`);

/** Throws one refusal with all fields that have a problem; does nothing without any. */
export function refuseProblems(problems: Record<string, string | readonly string[] | undefined>): void {
  const found = Object.entries(problems).filter(
    (entry): entry is [string, string | readonly string[]] => entry[1] !== undefined && entry[1].length > 0,
  );
  if (found.length > 0) throw invalid(Object.fromEntries(found));
}
