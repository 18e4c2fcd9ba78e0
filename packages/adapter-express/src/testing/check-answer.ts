import { isDeepStrictEqual } from 'node:util';
import { errorsOf, type Operation, operations } from '@tandem/contract';
import type { Answer } from './client.ts';

/** docs/rules.md, Errors, retyped. */
const STATUS_OF: Record<string, number> = {
  VALIDATION_ERROR: 400,
  INVALID_JSON: 400,
  INVALID_CURSOR: 400,
  UNKNOWN_LABELS: 400,
  STATUS_NOT_PATCHABLE: 400,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_SCOPE: 403,
  FORBIDDEN: 403,
  AGENT_COMPLETION_DISABLED: 403,
  HUMANS_ONLY: 403,
  OWN_RESULT: 403,
  NOT_INDEPENDENT: 403,
  AWAITS_PERSON: 403,
  OUTSIDE_RUN: 403,
  CHAT_FORBIDDEN: 403,
  PLAN_EXCLUDES_CHAT: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  DUPLICATE_RELATION: 409,
  CYCLE_DETECTED: 409,
  TURN_IN_PROGRESS: 409,
  CHAT_ARCHIVED: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  GOAL_CLOSED: 409,
  TASK_NOT_ARCHIVED: 409,
  NAME_TAKEN: 409,
  EXTERNAL_ID_TAKEN: 409,
  LABEL_EXISTS: 409,
  AGENT_DELETED: 409,
  LAST_ADMIN: 409,
  NOT_EXTERNAL: 409,
  LEASE_LOST: 409,
  LIMIT_REACHED: 409,
  TASK_CLAIMED: 409,
  TASK_ASSIGNED: 409,
  CLAIM_LIMIT: 409,
  AGENT_PAUSED: 409,
  USAGE_LIMIT: 409,
  INTAKE_LIMIT: 409,
  PARENT_CLOSED: 409,
  OVER_BUDGET: 409,
  NOTHING_TO_REVIEW: 409,
  RESULT_CHANGED: 409,
  VERIFICATION_STATE: 409,
  ALREADY_ANSWERED: 409,
  WEBHOOK_DISABLED: 409,
  EVENTS_PRUNED: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_TRANSITION: 422,
  TASK_BLOCKED: 422,
  ANCESTOR_BLOCKED: 422,
  CHILDREN_OPEN: 422,
  PARENT_DONE: 422,
  PROOF_MISSING: 422,
  ARTIFACT_MISSING: 422,
  BULK_REFUSED: 422,
  SELF_RELATION: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
};

/** Fields that an error may have besides its code, message and requestId. */
const DETAILS_OF: Record<string, readonly string[]> = {
  VALIDATION_ERROR: ['fields'],
  INVALID_CURSOR: ['fields'],
  UNKNOWN_LABELS: ['fields'],
  STATUS_NOT_PATCHABLE: ['fields'],
  AGENT_COMPLETION_DISABLED: ['validTransitions'],
  HUMANS_ONLY: ['validTransitions'],
  INVALID_TRANSITION: ['validTransitions'],
  TASK_BLOCKED: ['blockers'],
  PROOF_MISSING: ['missing'],
  RESULT_CHANGED: ['result', 'question'],
  VERIFICATION_STATE: ['state'],
  ALREADY_ANSWERED: ['status'],
  BULK_REFUSED: ['failed'],
  EXTERNAL_ID_TAKEN: ['id', 'taskNumber'],
  TASK_CLAIMED: ['claim'],
  TASK_ASSIGNED: ['assignedTo'],
  CLAIM_LIMIT: ['claims'],
  USAGE_LIMIT: ['limit'],
  INTAKE_LIMIT: ['limit'],
  OVER_BUDGET: ['taskNumber'],
  ANCESTOR_BLOCKED: ['blockers'],
  CHILDREN_OPEN: ['children'],
  LEASE_LOST: ['reason', 'status'],
  EVENTS_PRUNED: ['oldest'],
};

/** A refusal by a hook, with any details (docs/errors.md, The codes). */
const isOfHost = (code: string) => code.startsWith('X_');

/** checkAnswer for supertest's responses, which include the request. */
export function checkAnswer(answer: Answer): void {
  const { method, url } = (answer as unknown as { request: { method: string; url: string } }).request;
  checkAnswerOf(method, new URL(url).pathname, answer);
}

/**
 * Throws unless a response is documented: it has an X-Request-Id; a success has exactly the fields of the contract's
 * row; an error has one of the two error shapes and a code listed in the row. Checks every response of every test, so
 * it uses Jest only to report differences.
 */
export function checkAnswerOf(method: string, path: string, answer: Answer): void {
  try {
    const operation = operationAt(method, path);
    check(/^\S+$/.test(answer.headers['x-request-id'] ?? ''), 'it has no request id');
    if (answer.status >= 400) checkError(answer, operation);
    else if (operation) checkSuccess(answer, operation);
  } catch (error) {
    const where = `${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`;
    throw new Error(`${where}, which is not as documented`, { cause: error });
  }
}

function check(isSo: boolean | undefined, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

function checkSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected);
}

function checkSuccess({ status, headers, text, body }: Answer, { responses }: Operation): void {
  check(Object.hasOwn(responses, status), 'its row has no such status');
  const schema = responses[status];
  const content = headers['content-type']?.startsWith('application/json') ? body : text;
  if (schema === null) checkSame(text, '');
  // Parsing drops unknown fields, so only a body with exactly the documented fields stays the same.
  else checkSame(content, schema?.parse(content));
}

function checkError({ status, headers, body }: Answer, operation: Operation | undefined): void {
  check(headers['content-type']?.startsWith('application/json'), 'it is no JSON');
  const requestId = headers['x-request-id'];
  if (body.code === 'SELF_RELATION') {
    checkSame(Object.keys(body).toSorted(), ['code', 'message', 'requestId']);
    checkSame([typeof body.message, body.requestId], ['string', requestId]);
  } else {
    checkSame(Object.keys(body), ['error']);
    const { code, message, requestId: repeated, ...details } = body.error;
    checkSame(repeated, requestId);
    check(typeof message === 'string' && /^[A-Z].*\.$/s.test(message), 'its message is no sentence');
    const allowed = DETAILS_OF[code] ?? [];
    check(
      isOfHost(code) || Object.keys(details).every((name) => allowed.includes(name)),
      'it carries what its code does not',
    );
    if (details.fields) checkFields(details.fields);
    if (code === 'UNAUTHENTICATED') checkSame(headers['www-authenticate'], 'Bearer');
  }
  const code: string = body.code ?? body.error.code;
  if (isOfHost(code)) {
    check([403, 409].includes(status), 'its status is not that of a refusal');
    return;
  }
  checkSame(STATUS_OF[code], status);
  if (operation) {
    const listed: readonly string[] = [...errorsOf(operation), 'METHOD_NOT_ALLOWED'];
    check(listed.includes(code), 'its row does not list the code');
  }
}

/** At most 20 fields with at most 20 short messages each. */
function checkFields(fields: Record<string, string[]>): void {
  const isFew = ({ length }: readonly unknown[]) => length > 0 && length <= 20;
  check(isFew(Object.keys(fields)), 'it has no fields, or too many');
  for (const messages of Object.values(fields)) {
    check(isFew(messages), 'a field has no messages, or too many');
    check(
      messages.every(({ length }) => length <= 200),
      'a message is too long',
    );
  }
}

const patterns = operations.map((operation) => ({
  operation,
  method: operation.method.toUpperCase(),
  pattern: new RegExp(`^${operation.path.replace(/:\w+/g, '[^/]+')}$`),
}));

const operationAt = (method: string, path: string): Operation | undefined =>
  patterns.find((each) => each.method === method.toUpperCase() && each.pattern.test(path))?.operation;
