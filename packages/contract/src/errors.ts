import { REFUSALS, type RefusalKind } from '@tandem/core';
import type { ErrorCode, HttpCode, Operation } from './operation.ts';
import { isConditional, isKeyed } from './requests.ts';

const STATUS_OF_KIND: Record<RefusalKind, number> = {
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
  METHOD_NOT_ALLOWED: 405,
  OTHER_SESSION: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL_ERROR: 500,
};

const isHttpCode = (code: ErrorCode): code is HttpCode => Object.hasOwn(STATUS_OF_HTTP_CODE, code);

/** The one status that a code is answered with. */
export const statusOf = (code: ErrorCode): number =>
  isHttpCode(code) ? STATUS_OF_HTTP_CODE[code] : STATUS_OF_KIND[REFUSALS[code]];

/** When each code is answered, in words for who writes a client; docs/errors.md says the same. */
export const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'The request is not of the documented form, or refers to something that does not exist.',
  INVALID_JSON: 'The body is not valid JSON.',
  INVALID_CURSOR: 'The cursor was not issued for this list with these filters and this order.',
  UNKNOWN_LABELS: 'Labels are named that do not exist, without `createMissing`.',
  STATUS_NOT_PATCHABLE: 'A change of a task holds `status`.',
  UNAUTHENTICATED:
    'The key or session is missing, malformed, unknown, revoked or expired, or the session does not count here.',
  INSUFFICIENT_SCOPE: 'The key lacks the scope that the operation needs; the message names it.',
  FORBIDDEN:
    'The caller may not do this: it is for an admin, an author, a person or the process of an agent.',
  AGENT_COMPLETION_DISABLED: 'An agent finishes a task while the workspace has agent completion off.',
  HUMANS_ONLY:
    'An agent or a service makes a move that is for people, hides or removes what others put or reported, sets criteria, reviews, answers, or takes an agent in hand.',
  OWN_RESULT: 'A person reviews a result of their own, or of what speaks for them.',
  AWAITS_PERSON:
    'An agent or a service changes a task or a goal that a person is asked to decide about; only the author of the result or question may take a task back.',
  CHAT_FORBIDDEN: 'The key is of a kind that reaches no chats.',
  PLAN_EXCLUDES_CHAT: 'The plan of the workspace does not include chat.',
  NOT_FOUND: 'There is nothing of this identifier that the key can see, or nothing at this path.',
  METHOD_NOT_ALLOWED: 'The path is known, but not with this method; `Allow` lists those that are.',
  DUPLICATE_RELATION: 'The two tasks have this relation already.',
  CYCLE_DETECTED: 'The relation would close a circle.',
  TURN_IN_PROGRESS: 'A message is sent while the agent still answers the last one.',
  CHAT_ARCHIVED: 'A message is sent to an archived chat.',
  IDEMPOTENCY_KEY_REUSED:
    'The idempotency key was sent before, with another payload or in a chat that is closed; or what was answered under it is shown only once.',
  GOAL_CLOSED: 'A goal that is met or abandoned is verified.',
  TASK_NOT_ARCHIVED: 'A task is deleted that is not archived.',
  NAME_TAKEN: 'Another member of the workspace has this name, in any case.',
  LABEL_EXISTS: 'Another label has this name, in any case.',
  AGENT_DELETED: 'A message is sent to an agent that has been deleted.',
  LAST_ADMIN: 'The last admin of the workspace is removed or demoted.',
  LEASE_LOST:
    'The token holds the turn or the task no more: the lease ran out, or it has ended; of a task, `reason` says how.',
  TASK_CLAIMED: 'Somebody holds the task; whoever is no person shows the token of the claim.',
  TASK_ASSIGNED: 'A task is claimed that is assigned to somebody else.',
  CLAIM_LIMIT: 'An agent claims a task while it holds as many as it may.',
  AGENT_PAUSED:
    'A paused agent takes up or changes work; comments, heartbeats and the result that ends its claim still pass.',
  USAGE_LIMIT:
    'An agent that has used as much as it may today takes up or changes work; `limit` tells what, and until when.',
  INTAKE_LIMIT: 'An agent creates a task while as many of its own wait in the backlog as may.',
  NOTHING_TO_REVIEW: 'A task is reviewed whose last result has been reviewed, or that has none.',
  RESULT_CHANGED:
    'The result or question is not the one that was shown; `result` or `question` is the current one. Nothing was changed.',
  ALREADY_ANSWERED: 'The question is open no more; `status` says how it ended.',
  WEBHOOK_DISABLED: 'Something is to be sent once more to a webhook that is disabled.',
  EVENTS_PRUNED: 'What came after the position is not kept any more; `oldest` is the position to go on from.',
  LIMIT_REACHED: 'There are as many as there may be; the message says of what, and how many.',
  OTHER_SESSION:
    'The header `Tandem-Session` names another session than the one in the cookie: someone else has signed in to the browser. Nothing was changed.',
  PRECONDITION_FAILED: 'What the path names is not as `If-Match` says. Nothing was changed.',
  PAYLOAD_TOO_LARGE: 'The body or the file is larger than the service takes.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not of the type that the operation takes.',
  INVALID_TRANSITION: 'The status does not lead to this one.',
  TASK_BLOCKED: 'An agent or a service starts a task that others block.',
  PROOF_MISSING:
    'Done needs proof in this workspace: a succeeded result with evidence for every criterion; `missing` lists those without.',
  SELF_RELATION: 'A task is related to itself.',
  RATE_LIMITED:
    'Too many requests of the key or the address, too many that it holds, or too many answers that it does not read.',
  INTERNAL_ERROR: 'Something went wrong in the service; the answer says nothing of the inside.',
  UNAVAILABLE:
    'The storage cannot do this now, what it keeps of this is damaged, or the service keeps no files. Nothing was changed, unless the message says that it may have been.',
};

/** Every code of the interface. */
export const ERROR_CODES = Object.keys(MEANINGS) as readonly ErrorCode[];

/** Every code that an operation can answer: those of its row, and those of its kind. */
export function errorsOf(row: Operation): readonly ErrorCode[] {
  const { access, body, multipart, params, query, errors } = row;
  const codes = new Set<ErrorCode>(['VALIDATION_ERROR', ...errors]);
  if (body) codes.add('INVALID_JSON');
  if ('cursor' in query.shape) codes.add('INVALID_CURSOR');
  if (access !== 'no key') codes.add('UNAUTHENTICATED').add('OTHER_SESSION');
  if (access !== 'no key' && access !== 'any key') codes.add('INSUFFICIENT_SCOPE');
  if (Object.keys(params.shape).length > 0) codes.add('NOT_FOUND');
  if (isKeyed(row)) codes.add('IDEMPOTENCY_KEY_REUSED');
  if (isConditional(row)) codes.add('PRECONDITION_FAILED');
  if (body || multipart) codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  codes.add('RATE_LIMITED').add('INTERNAL_ERROR').add('UNAVAILABLE');
  return ERROR_CODES.filter((code) => codes.has(code));
}
