import type { Claim, Progress } from '@tandem/core';
import { sql } from 'kysely';
import { Unreadable } from '../columns.ts';
import { jsonArray, jsonIn } from '../dialect.ts';

/** A claim `k` and its agent `a` as JSON, in the order of `Values`; its end is NULL where it has none. */
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
  ].map((column) => sql.ref(column)),
  sql.ref('k.assignee_before'),
  jsonIn('k.progress'),
  ...['k.comments_seen_at', 'k.until', 'k.ended_at', 'k.end_reason', 'k.shown_until'].map((column) =>
    sql.ref(column),
  ),
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
  progress: Progress | null,
  commentsSeenAt: number,
  until: number | null,
  endedAt: number | null,
  endReason: NonNullable<Claim['ended']>['reason'],
  shownUntil: number,
];

/** The claim of a task. */
export function decodeClaimOf(taskNumber: number, json: string): Claim {
  let values: Values;
  try {
    values = JSON.parse(json);
  } catch {
    throw new Unreadable('the claim is no JSON');
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
    lease: { token, seconds, expiresAt },
    expiresAt: shownUntil,
    attempt,
    claimedAt,
    assigneeBefore,
    progress,
    commentsSeenAt,
    until,
    ended: endedAt === null ? null : { at: endedAt, reason: endReason },
  };
}
