import { ERROR_CODES, statusOf } from './errors.ts';

/** docs/rules.md, Errors, retyped. */
const CODES_BY_STATUS: Record<number, string> = {
  400: 'VALIDATION_ERROR INVALID_JSON INVALID_CURSOR UNKNOWN_LABELS STATUS_NOT_PATCHABLE',
  401: 'UNAUTHENTICATED',
  403: 'INSUFFICIENT_SCOPE FORBIDDEN AGENT_COMPLETION_DISABLED HUMANS_ONLY CHAT_FORBIDDEN PLAN_EXCLUDES_CHAT',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409:
    'DUPLICATE_RELATION CYCLE_DETECTED TURN_IN_PROGRESS CHAT_ARCHIVED IDEMPOTENCY_KEY_REUSED GOAL_CLOSED ' +
    'TASK_NOT_ARCHIVED NAME_TAKEN LABEL_EXISTS AGENT_DELETED LAST_ADMIN LEASE_LOST LIMIT_REACHED ' +
    'TASK_CLAIMED TASK_ASSIGNED CLAIM_LIMIT AGENT_PAUSED USAGE_LIMIT INTAKE_LIMIT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'INVALID_TRANSITION TASK_BLOCKED SELF_RELATION',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
  503: 'UNAVAILABLE',
};

test('every code has the status that the interface gives it', () => {
  const byStatus: Record<number, string[]> = {};
  for (const code of ERROR_CODES)
    byStatus[statusOf(code)] = [...(byStatus[statusOf(code)] ?? []), code].sort();
  expect(byStatus).toEqual(
    Object.fromEntries(
      Object.entries(CODES_BY_STATUS).map(([status, codes]) => [status, codes.split(' ').sort()]),
    ),
  );
});
