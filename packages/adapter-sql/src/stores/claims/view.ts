import { CLAIM_ENDS, type Claim } from '@tandem/core';
import { sql } from 'kysely';
import { oneOf, Unreadable } from '../../columns.ts';
import { jsonArray } from '../../dialect.ts';
import { entityOf, readersOf, rowOf } from '../../entity.ts';
import type { RowIn } from '../../table.ts';
import { claims } from './tables.ts';

/** Columns that are not written with a claim. */
const UNSAVED = [
  'seq',
  'usage',
  'measured',
  'check_at',
  'ordinal',
  'stop',
  'failure',
  'result_id',
  'waited_ms',
  'waiting_since',
  'transcript_id',
  'transcript_steps',
] as const;

type Column = Exclude<keyof typeof claims.columns, (typeof UNSAVED)[number] | 'workspace_id'>;

/** The columns of a claim. */
export const CLAIM_COLUMNS = (Object.keys(claims.columns) as (keyof typeof claims.columns)[]).filter(
  (column): column is Column => column !== 'workspace_id' && !(UNSAVED as readonly string[]).includes(column),
);

interface ClaimView extends Pick<RowIn<typeof claims>, Column> {
  agent_name: string | null;
}

/** A claim `k` and its agent `a` as JSON, in the order of `claimView`. */
export const CLAIM_JSON = jsonArray(
  ...CLAIM_COLUMNS.map((column) => sql.ref(`k.${column}`)),
  sql.ref('a.name'),
);
const claimView = rowOf<ClaimView>([...CLAIM_COLUMNS, 'agent_name']);

const stored = readersOf(claims);
const endOf = oneOf('end_reason', CLAIM_ENDS);

const { decode, encode } = entityOf<Claim, ClaimView>()(claims, {
  unsaved: UNSAVED,
  fields: {
    taskNumber: ({ number }) => number,
    agent: ({ agent_id: id, agent_name }) => ({ id, name: agent_name ?? '' }),
    lease: (row) => ({ token: row.token, seconds: stored.seconds(row), expiresAt: stored.expires_at(row) }),
    expiresAt: stored.shown_until,
    ended: (row) => {
      const at = stored.ended_at(row);
      return at === null ? null : { at, reason: endOf(row.end_reason) };
    },
  },
  columns: {
    number: ({ taskNumber }) => taskNumber,
    agent_id: ({ agent }) => agent.id,
    token: ({ lease }) => lease.token,
    seconds: ({ lease }) => lease.seconds,
    expires_at: ({ lease }) => lease.expiresAt,
    shown_until: ({ expiresAt }) => expiresAt,
    ended_at: ({ ended }) => ended?.at ?? null,
    end_reason: ({ ended }) => ended?.reason ?? null,
  },
});

export const encodeClaim = encode;

/** Decodes `CLAIM_JSON`. */
export function decodeClaim(json: string): Claim {
  let values: unknown[];
  try {
    values = JSON.parse(json);
  } catch {
    throw new Unreadable('the claim is not JSON');
  }
  return decode(claimView(values));
}
