import { REFUSALS, type RefusalKind } from '@tandem/core';
import type { ErrorCode, HttpCode, Operation } from './operation.ts';
import { isConditional, isKeyed } from './requests.ts';

/** The HTTP status of each kind of refusal. */
export const STATUS_OF_KIND: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  unprocessable: 422,
  too_many: 429,
  unavailable: 503,
};

const STATUS_OF_HTTP_CODE: Record<HttpCode, number> = {
  INVALID_JSON: 400,
  NOT_A_MEMBER: 403,
  METHOD_NOT_ALLOWED: 405,
  OTHER_SESSION: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL_ERROR: 500,
};

const isHttpCode = (code: ErrorCode): code is HttpCode => Object.hasOwn(STATUS_OF_HTTP_CODE, code);

/** The HTTP status of an error code. */
export const statusOf = (code: ErrorCode): number =>
  isHttpCode(code) ? STATUS_OF_HTTP_CODE[code] : STATUS_OF_KIND[REFUSALS[code]];

/** Describes each error code for client developers. Keep docs/errors.md in step. */
export const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR:
    'The request does not match the documented schema, or refers to something that does not exist.',
  INVALID_JSON: 'The body is not valid JSON.',
  INVALID_CURSOR: 'The cursor was not issued for this list with these filters and this order.',
  UNKNOWN_LABELS: 'The request names labels that do not exist, and `createMissing` is not set.',
  STATUS_NOT_PATCHABLE: 'A task update contains `status`.',
  UNAUTHENTICATED:
    'The key or session is missing, malformed, unknown, revoked or expired, or the session is not accepted here.',
  NOT_A_MEMBER: 'The program around Tandem has signed the person in, but they are not a member.',
  INSUFFICIENT_SCOPE: 'The key lacks the scope that the operation needs; the message names it.',
  FORBIDDEN: "The caller may not do this: only an admin, an author, a person or an agent's process may.",
  AGENT_COMPLETION_DISABLED: 'An agent completes a task while agent completion is off in the workspace.',
  HUMANS_ONLY:
    'An agent or a service attempts an action reserved for people: certain transitions, hiding or removing what others created or reported, setting criteria, reviewing, answering, or managing an agent.',
  OWN_RESULT: 'A person reviews their own result, or a result of something that acts for them.',
  NOT_INDEPENDENT:
    'A verifier claims or reports a verification of a task that it, or the member who made it or its key, has worked on.',
  AWAITS_PERSON:
    "An agent or a service changes a task or goal that awaits a person's decision; only the author of the result or question may take a task back.",
  OUTSIDE_RUN:
    "A run key is used for something outside its task, or an agent's own key where the workspace requires run keys.",
  CHAT_FORBIDDEN: 'Keys of this kind have no access to chats.',
  PLAN_EXCLUDES_CHAT: "The workspace's plan does not include chat.",
  NOT_FOUND: 'Nothing visible to the key has this identifier, or the path does not exist.',
  METHOD_NOT_ALLOWED: 'The path does not support this method; `Allow` lists the methods it supports.',
  DUPLICATE_RELATION: 'The two tasks already have this relation.',
  CYCLE_DETECTED: 'The relation or the parent would close a cycle: tasks would wait for each other.',
  TURN_IN_PROGRESS: 'A message is sent while the agent is still answering the last one.',
  CHAT_ARCHIVED: 'A message is sent to an archived chat.',
  IDEMPOTENCY_KEY_REUSED:
    'The idempotency key was used before with another payload or in a closed chat, or its stored response is shown only once.',
  GOAL_CLOSED: 'A verification is recorded for a goal that is met or abandoned.',
  TASK_NOT_ARCHIVED: 'Only an archived task can be deleted.',
  NAME_TAKEN: 'Another member of the workspace has this name (case-insensitive).',
  EXTERNAL_ID_TAKEN: 'Another entity of the same kind has this external id.',
  LABEL_EXISTS: 'Another label has this name (case-insensitive).',
  IMPORT_CLOSED: 'Records are sent to an import that is finished.',
  AGENT_DELETED: 'A message is sent to an agent that has been deleted.',
  LAST_ADMIN: "The last admin of the workspace can't be removed or demoted.",
  LEASE_LOST:
    'The token no longer holds the turn, task or verification: the lease expired or was ended. For a task, `reason` says how.',
  OVER_BUDGET: 'The budget of the task or of one above it is used up; `taskNumber` names it.',
  PARENT_CLOSED: 'A task that is done, canceled or archived takes no sub-tasks.',
  TASK_CLAIMED: 'The task is claimed; agents and services must send the token of the claim.',
  TASK_ASSIGNED: 'The task to claim is assigned to another member.',
  CLAIM_LIMIT: 'The agent already holds its maximum number of tasks.',
  AGENT_PAUSED:
    'A paused agent takes up or changes work. Comments, heartbeats and the result that ends its claim are still accepted.',
  USAGE_LIMIT:
    'An agent that has reached its daily usage limit takes up or changes work; `limit` names the limit and when it resets.',
  INTAKE_LIMIT: "The agent's own tasks in the backlog have reached the maximum number.",
  NOTHING_TO_REVIEW: 'The task has no result, or its last result has already been reviewed.',
  RESULT_CHANGED:
    'The result or question differs from the version that was shown; `result` or `question` is the current one. Nothing was changed.',
  VERIFICATION_STATE: 'The verification is in a state that does not permit this; `state` is the current one.',
  ALREADY_ANSWERED: 'The question is no longer open; `status` says how it ended.',
  WEBHOOK_DISABLED: "Deliveries can't be resent to a disabled webhook.",
  EVENTS_PRUNED: 'Events after this position are no longer kept; `oldest` is the position to continue from.',
  LIMIT_REACHED: 'The maximum number was reached; the message names what is limited and the maximum.',
  OTHER_SESSION:
    'The header `Tandem-Session` names a different session than the cookie: someone else has signed in to the browser. Nothing was changed.',
  PRECONDITION_FAILED: 'The resource does not match `If-Match`. Nothing was changed.',
  PAYLOAD_TOO_LARGE: 'The body or file exceeds the size limit.',
  UNSUPPORTED_MEDIA_TYPE: 'The body does not have the content type that the operation accepts.',
  INVALID_TRANSITION: 'The current status does not allow this transition.',
  TASK_BLOCKED: 'An agent or a service starts a task that other tasks block.',
  ANCESTOR_BLOCKED:
    'A task above the one to claim is blocked, in the backlog, canceled or archived; `blockers` lists the tasks in the way.',
  CHILDREN_OPEN:
    'A task with open sub-tasks is completed or claimed, or closed without saying what happens to them; `children` lists up to 20.',
  PARENT_DONE: 'A sub-task of a done task is reopened or unarchived.',
  PROOF_MISSING:
    'Done requires proof in this workspace: a succeeded result with evidence for every criterion; `missing` lists the criteria that lack it, each with the `reason`.',
  ARTIFACT_MISSING: 'A succeeded result of a task with checks names no commit.',
  BULK_REFUSED: 'Operations of an atomic bulk change were refused, so nothing was changed.',
  SELF_RELATION: "A task can't be related to itself.",
  RATE_LIMITED:
    'The key or address has sent too many requests, holds too many open requests, or leaves too many responses unread.',
  INTERNAL_ERROR: 'Something went wrong in the service; the response contains no internal details.',
  UNAVAILABLE:
    'The storage is unavailable, the stored data is damaged, or the service has no file storage. Nothing was changed, unless the message says that it may have been.',
};

/** Every error code of the API. */
export const ERROR_CODES = Object.keys(MEANINGS) as readonly ErrorCode[];

/** Every error code that an operation can return: those of its row and those common to its kind. */
export function errorsOf(row: Operation): readonly ErrorCode[] {
  const { access, body, document, multipart, params, query, errors } = row;
  const codes = new Set<ErrorCode>(['VALIDATION_ERROR', ...errors]);
  if (body) codes.add('INVALID_JSON');
  if ('cursor' in query.shape) codes.add('INVALID_CURSOR');
  if (access !== 'no key')
    codes.add('UNAUTHENTICATED').add('NOT_A_MEMBER').add('OTHER_SESSION').add('OUTSIDE_RUN');
  if (access !== 'no key' && access !== 'any key') codes.add('INSUFFICIENT_SCOPE');
  if (Object.keys(params.shape).length > 0) codes.add('NOT_FOUND');
  if (isKeyed(row)) codes.add('IDEMPOTENCY_KEY_REUSED');
  if (isConditional(row)) codes.add('PRECONDITION_FAILED');
  if (body || document || multipart) codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  codes.add('RATE_LIMITED').add('INTERNAL_ERROR').add('UNAVAILABLE');
  return ERROR_CODES.filter((code) => codes.has(code));
}
