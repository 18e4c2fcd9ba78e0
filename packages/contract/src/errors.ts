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
  VALIDATION_ERROR: 'The request does not match the schema, or refers to something unknown.',
  INVALID_JSON: 'The body is not valid JSON.',
  INVALID_CURSOR: 'The cursor is of another list, filter or order.',
  UNKNOWN_LABELS: 'The request names labels that do not exist.',
  STATUS_NOT_PATCHABLE: 'A task update contains `status`.',
  UNAUTHENTICATED: 'The key or session is missing, invalid, revoked or expired, or not accepted here.',
  NOT_A_MEMBER: 'The person whom the host has signed in is not a member.',
  INSUFFICIENT_SCOPE: 'The key lacks the scope that the message names.',
  FORBIDDEN: "Only an admin, an author, a person or an agent's process may do this.",
  AGENT_COMPLETION_DISABLED: 'Agents may not complete tasks in this workspace.',
  HUMANS_ONLY: 'The action is reserved for people.',
  OWN_RESULT: 'Nobody reviews their own result, or one of something that acts for them.',
  NOT_INDEPENDENT: 'The verifier, or the member who made it or its key, has worked on the task.',
  AWAITS_PERSON: "The task or goal awaits a person's decision.",
  OUTSIDE_RUN: "A run key reaches only its task, and an agent's own key may need a run key.",
  CHAT_FORBIDDEN: 'Keys of this kind have no access to chats.',
  PLAN_EXCLUDES_CHAT: "The workspace's plan does not include chat.",
  NOT_FOUND: 'Nothing visible to the key has this identifier, or the path does not exist.',
  METHOD_NOT_ALLOWED: 'The path does not support this method.',
  DUPLICATE_RELATION: 'The two tasks already have this relation.',
  CYCLE_DETECTED: 'The relation or parent would make tasks wait for each other.',
  TURN_IN_PROGRESS: 'The agent is still answering the last message.',
  CHAT_ARCHIVED: 'The chat is archived.',
  IDEMPOTENCY_KEY_REUSED:
    'The idempotency key was used with another payload, in a closed chat, or for a secret.',
  GOAL_CLOSED: 'The goal is met or abandoned.',
  TASK_NOT_ARCHIVED: 'Only an archived task can be deleted.',
  NAME_TAKEN: 'Another member has this name, ignoring case.',
  EXTERNAL_ID_TAKEN: 'Another entity of the same kind has this external id.',
  LABEL_EXISTS: 'Another label has this name, ignoring case.',
  IMPORT_CLOSED: 'The import is finished.',
  NOT_EXTERNAL: 'The member is not external, or was merged into another person.',
  AGENT_DELETED: 'The agent has been deleted.',
  LAST_ADMIN: "The last admin of the workspace can't be removed or demoted.",
  LEASE_LOST:
    'The token no longer holds the turn, task or verification; for a task, `reason` says why, and `status` tells its last agent what it is now.',
  OVER_BUDGET: 'The budget of the task `taskNumber` is used up.',
  PARENT_CLOSED: 'A task that is done, canceled or archived takes no sub-tasks.',
  TASK_CLAIMED: 'The task is claimed.',
  TASK_ASSIGNED: 'The task is assigned to another member.',
  CLAIM_LIMIT: 'The agent already holds its maximum number of tasks.',
  AGENT_PAUSED: 'The agent is paused.',
  USAGE_LIMIT: 'The agent has reached the daily `limit` of its usage.',
  INTAKE_LIMIT: "The agent's own tasks in the backlog have reached the maximum number.",
  NOTHING_TO_REVIEW: 'The task has no result, or its last result has already been reviewed.',
  RESULT_CHANGED: 'The result or question differs from the version that was shown.',
  VERIFICATION_STATE: "The verification's current `state` does not permit this.",
  ALREADY_ANSWERED: 'The question is no longer open; `status` says how it ended.',
  WEBHOOK_DISABLED: "Deliveries can't be resent to a disabled webhook.",
  EVENTS_PRUNED: 'Events after this position are no longer kept.',
  LIMIT_REACHED: 'The maximum number in the message was reached.',
  OTHER_SESSION: "`Tandem-Session` is not the cookie's session: another person has signed in.",
  PRECONDITION_FAILED: 'The resource does not match `If-Match`.',
  PAYLOAD_TOO_LARGE: 'The body or file exceeds the size limit.',
  UNSUPPORTED_MEDIA_TYPE: 'The operation does not accept this content type.',
  INVALID_TRANSITION: 'The current status does not allow this transition.',
  TASK_BLOCKED: 'Other tasks block the task.',
  ANCESTOR_BLOCKED:
    'A task above this one is blocked, in the backlog, canceled or archived, or it is being imported.',
  CHILDREN_OPEN: 'The task has open sub-tasks.',
  PARENT_DONE: 'A sub-task of a done task is reopened or unarchived.',
  PROOF_MISSING: 'Done requires a succeeded result with evidence for every criterion.',
  ARTIFACT_MISSING: 'A succeeded result of a task with checks names no commit.',
  BULK_REFUSED: 'Operations of an atomic bulk change were refused.',
  SELF_RELATION: "A task can't be related to itself.",
  RATE_LIMITED: 'The key or address has too many requests, open requests or unread responses.',
  INTERNAL_ERROR: 'Something went wrong in the service.',
  UNAVAILABLE: 'The storage is unavailable or missing, or the stored data is damaged.',
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
