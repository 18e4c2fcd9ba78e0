import { CLAIM_ENDS, type Claim, type Progress } from '@tandem/core';
import { sql } from 'kysely';
import {
  count,
  date,
  dateOrNull,
  isDate,
  isNumberOrNull,
  isObjectOf,
  isTextOrNull,
  json,
  oneOf,
  Unreadable,
} from '../../columns.ts';
import { jsonArray } from '../../dialect.ts';

/** A claim `k` and its agent `a` as JSON, in the order of `Values`; NULL for its end if it never ends. */
export const CLAIM_JSON = jsonArray(
  ...[
    'k.id',
    'k.agent_id',
    'a.name',
    'k.token',
    'k.seconds',
    'k.expires_at',
    'k.attempt',
    'k.claimed_at',
    'k.assignee_before',
    'k.progress',
    'k.comments_seen_at',
    'k.until',
    'k.ended_at',
    'k.end_reason',
    'k.shown_until',
  ].map((column) => sql.ref(column)),
);

type Values = [
  id: string,
  agentId: string,
  agentName: string | null,
  token: string,
  seconds: number,
  expiresAt: number,
  attempt: number,
  claimedAt: number,
  assigneeBefore: string | null,
  progress: string | null,
  commentsSeenAt: number,
  until: number | null,
  endedAt: number | null,
  endReason: string | null,
  shownUntil: number,
];

const endOf = oneOf('end_reason', CLAIM_ENDS);
const progressOf = json('progress', 'progress', (value): value is Progress =>
  isObjectOf(value, { note: isTextOrNull, percent: isNumberOrNull, at: isDate }),
);

export function decodeClaimOf(taskNumber: number, json: string): Claim {
  let values: Values;
  try {
    values = JSON.parse(json);
  } catch {
    throw new Unreadable('the claim is not JSON');
  }
  const [id, agentId, agentName, token, seconds, expiresAt, attempt, claimedAt, assigneeBefore] = values;
  const [progress, commentsSeenAt, until, endedAt, endReason, shownUntil] = values.slice(9) as [
    Values[9],
    Values[10],
    Values[11],
    Values[12],
    Values[13],
    Values[14],
  ];
  return {
    id,
    taskNumber,
    agent: { id: agentId, name: agentName ?? '' },
    lease: { token, seconds: count('seconds', seconds), expiresAt: date('expires_at', expiresAt) },
    expiresAt: date('shown_until', shownUntil),
    attempt: count('attempt', attempt),
    claimedAt: date('claimed_at', claimedAt),
    assigneeBefore,
    progress: progress === null ? null : progressOf(progress),
    commentsSeenAt: date('comments_seen_at', commentsSeenAt),
    until: dateOrNull('until', until),
    ended: endedAt === null ? null : { at: date('ended_at', endedAt), reason: endOf(endReason) },
  };
}
