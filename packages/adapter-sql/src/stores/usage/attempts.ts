import {
  countedUsage,
  differingSources,
  endOfDay,
  type Page,
  type PageSlice,
  totalUsage,
  type Usage,
  type UsageFilter,
  type UsageSources,
  type UsageSum,
} from '@tandem/core';
import { sql } from 'kysely';
import { isNumbers, isObjectOf, json } from '../../columns.ts';
import { indexedBy } from '../../dialect.ts';
import { query } from '../../query.ts';
import { reading, readPage } from '../../reading.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { numbers } from './sums.ts';

export type ClaimUsage = Pick<Schema['claims'], 'workspace_id' | 'id' | 'usage' | 'measured'>;

interface AttemptRow extends ClaimUsage {
  readonly number: number;
  readonly ordinal: number;
  readonly agent_id: string;
  readonly agent_name: string | null;
  readonly claimed_at: number;
  readonly seq: number;
}

interface Range {
  readonly ws: string;
  readonly from: number;
  readonly to: number;
  /** The position that the page continues after. */
  readonly at: number;
  readonly seq: number;
  readonly limit: number;
}

const attempts = (agent: ReturnType<typeof sql>, index: string, { ws, from, to, at, seq, limit }: Range) =>
  sql<AttemptRow>`
    SELECT k.workspace_id, k.id, k.usage, k.measured, k.number, k.ordinal, k.agent_id, a.name AS agent_name,
      k.claimed_at, k.seq
    FROM claims k ${indexedBy(index)}
    LEFT JOIN members a ON a.workspace_id = k.workspace_id AND a.id = k.agent_id
    WHERE k.workspace_id = ${ws} ${agent} AND k.claimed_at >= ${from} AND k.claimed_at < ${to}
      AND (k.claimed_at, k.seq) < (${at}, ${seq})
    ORDER BY k.claimed_at DESC, k.seq DESC LIMIT ${limit}`;

const ATTEMPTS = query((p: Range) => attempts(sql``, 'claims_by_time', p));
const ATTEMPTS_OF_AGENT = query((p: Range & { agentId: string }) =>
  attempts(sql`AND k.agent_id = ${p.agentId}`, 'claims_of_agent_by_time', p),
);

const reportedParts = json(
  'usage',
  'list of what was reported',
  (value): value is { usage: Usage }[] =>
    Array.isArray(value) && value.every((part) => isObjectOf(part, { usage: isNumbers })),
);

/** The usage stored with a claim. */
export const sourcesOf = ({ usage, measured }: Pick<ClaimUsage, 'usage' | 'measured'>): UsageSources => ({
  reported: usage === null ? {} : totalUsage(reportedParts(usage).map((part) => part.usage)),
  measured: measured === null ? {} : numbers(measured),
});

/** A page of the attempts that began on these days, newest first. */
export async function readAttempts(
  { connection: on, workspaceId: ws, reportBadRow }: Session,
  { from, to, agentId }: UsageFilter,
  { limit, after }: PageSlice,
): Promise<Page<UsageSum>> {
  const [at, seq] = String(after ?? '')
    .split(' ')
    .map(Number);
  const range = {
    ws,
    from: from === undefined ? 0 : Date.parse(from),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : endOfDay(to),
    at: after === undefined ? Number.MAX_SAFE_INTEGER : (at ?? 0),
    seq: seq ?? 0,
    limit: limit + 1,
  };
  const rows = await (agentId === undefined
    ? ATTEMPTS.all(on, range)
    : ATTEMPTS_OF_AGENT.all(on, { ...range, agentId }));
  const read = reading(
    reportBadRow,
    'claims',
    ({ id }: AttemptRow) => id,
    (row): UsageSum => {
      const sources = sourcesOf(row);
      return {
        taskNumber: row.number,
        attempt: row.ordinal,
        agent: { id: row.agent_id, name: row.agent_name ?? '' },
        usage: countedUsage(sources),
        usageSources: differingSources(sources),
      };
    },
  );
  return readPage({ rows: [...rows], cut: false }, limit, (row) => `${row.claimed_at} ${row.seq}`, read);
}
