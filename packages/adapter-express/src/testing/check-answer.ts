import { errorsOf, type Operation, operations } from '@tandem/contract';
import type { Response } from 'supertest';

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
  LABEL_EXISTS: 409,
  AGENT_DELETED: 409,
  LAST_ADMIN: 409,
  LEASE_LOST: 409,
  LIMIT_REACHED: 409,
  TASK_CLAIMED: 409,
  TASK_ASSIGNED: 409,
  CLAIM_LIMIT: 409,
  AGENT_PAUSED: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_TRANSITION: 422,
  TASK_BLOCKED: 422,
  SELF_RELATION: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
};

/** What an error may carry beside its code, message and requestId. */
const DETAILS_OF: Record<string, readonly string[]> = {
  VALIDATION_ERROR: ['fields'],
  INVALID_CURSOR: ['fields'],
  UNKNOWN_LABELS: ['fields'],
  STATUS_NOT_PATCHABLE: ['fields'],
  AGENT_COMPLETION_DISABLED: ['validTransitions'],
  HUMANS_ONLY: ['validTransitions'],
  INVALID_TRANSITION: ['validTransitions'],
  TASK_BLOCKED: ['blockers'],
  TASK_CLAIMED: ['claim'],
  TASK_ASSIGNED: ['assignedTo'],
  CLAIM_LIMIT: ['claims'],
  LEASE_LOST: ['reason'],
};

/**
 * Throws unless an answer is as documented: an X-Request-Id; for a success a body of exactly the fields
 * of the contract's row; for a refusal one of the two error shapes, with a code that the row lists.
 */
export function checkAnswer(answer: Response): void {
  const { method, path } = requestOf(answer);
  const where = `${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`;
  try {
    const operation = operationAt(method, path);
    expect(answer.headers['x-request-id']).toMatch(/^\S+$/);
    if (answer.status >= 400) checkError(answer, operation);
    else if (operation) checkSuccess(answer, operation);
  } catch (error) {
    throw new Error(`${where}, which is not as documented`, { cause: error });
  }
}

function checkSuccess({ status, headers, text, body }: Response, { responses }: Operation): void {
  expect(Object.keys(responses)).toContain(String(status));
  const schema = responses[status];
  const shown = headers['content-type']?.startsWith('application/json') ? body : text;
  if (schema === null) expect(text).toBe('');
  // Parsing drops what the schema does not know, so only exactly the documented fields survive it.
  else expect(shown).toStrictEqual(schema?.parse(shown));
}

function checkError({ status, headers, body }: Response, operation: Operation | undefined): void {
  expect(headers['content-type']).toMatch(/^application\/json/);
  const requestId = headers['x-request-id'];
  if (body.code === 'SELF_RELATION') {
    expect(body).toStrictEqual({ code: 'SELF_RELATION', message: expect.any(String), requestId });
  } else {
    expect(Object.keys(body)).toStrictEqual(['error']);
    const { code, message, requestId: repeated, ...details } = body.error;
    expect(repeated).toBe(requestId);
    expect(message).toMatch(/^[A-Z].*\.$/s);
    expect(DETAILS_OF[code] ?? []).toEqual(expect.arrayContaining(Object.keys(details)));
    if (details.fields) checkFields(details.fields);
    if (code === 'UNAUTHENTICATED') expect(headers['www-authenticate']).toBe('Bearer');
  }
  const code: string = body.code ?? body.error.code;
  expect(STATUS_OF[code]).toBe(status);
  if (operation) expect([...errorsOf(operation), 'METHOD_NOT_ALLOWED']).toContain(code);
}

/** At most 20 fields of at most 20 short messages each. */
function checkFields(fields: Record<string, string[]>): void {
  expect(Object.keys(fields).length).toBeGreaterThan(0);
  expect(Object.keys(fields).length).toBeLessThanOrEqual(20);
  for (const messages of Object.values(fields)) {
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.length).toBeLessThanOrEqual(20);
    for (const message of messages) expect(message.length).toBeLessThanOrEqual(200);
  }
}

function requestOf(answer: Response): { method: string; path: string } {
  const { method, url } = (answer as unknown as { request: { method: string; url: string } }).request;
  return { method: method.toLowerCase(), path: new URL(url).pathname };
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

const operationAt = (method: string, path: string): Operation | undefined =>
  operations.find((operation) => operation.method === method && patternOf(operation.path).test(path));
