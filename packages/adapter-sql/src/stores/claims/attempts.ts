import type { AttemptRecord, Stores } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { indexedBy } from '../../dialect.ts';
import { readersOf } from '../../entity.ts';
import { below } from '../../page.ts';
import { query, WS } from '../../query.ts';
import { reading, readPage } from '../../reading.ts';
import { onTask, scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import { results } from '../results/tables.ts';
import type { Schema } from '../schema.ts';
import { sourcesOf } from '../usage/attempts.ts';
import { claims } from './tables.ts';
import { CLAIM_JSON, decodeClaim } from './view.ts';

interface View
  extends Pick<
    Schema['claims'],
    | 'workspace_id'
    | 'number'
    | 'ordinal'
    | 'stop'
    | 'failure'
    | 'result_id'
    | 'waited_ms'
    | 'waiting_since'
    | 'usage'
    | 'measured'
    | 'transcript_id'
    | 'transcript_steps'
  > {
  claim: string;
  artifact: string | null;
  bytes: number | null;
}

const VIEW = sql`
  SELECT k.workspace_id, k.number, ${CLAIM_JSON} AS claim, k.ordinal, k.stop, k.failure, k.result_id, k.waited_ms,
    k.waiting_since, k.usage, k.measured, k.transcript_id, k.transcript_steps, f.size AS bytes, r.artifact
  FROM claims k ${indexedBy('claims_in_order')}
  LEFT JOIN members a ON a.workspace_id = k.workspace_id AND a.id = k.agent_id
  LEFT JOIN results r ON r.workspace_id = k.workspace_id AND r.id = k.result_id
  LEFT JOIN files f ON f.workspace_id = k.workspace_id AND f.id = k.transcript_id`;
const LIST = query(
  (p: { ws: string; number: number; before: number; limit: number }) => sql<View>`
    ${VIEW} WHERE k.workspace_id = ${p.ws} AND k.number = ${p.number} AND k.ordinal < ${p.before}
    ORDER BY k.ordinal DESC LIMIT ${p.limit}`,
);
const BY_NUMBER = query(
  (p: { ws: string; number: number; ordinal: number }) => sql<View>`
    ${VIEW} WHERE k.workspace_id = ${p.ws} AND k.number = ${p.number} AND k.ordinal = ${p.ordinal}`,
);
const KEEP_TRANSCRIPT = query(
  (p: { ws: string; id: string; fileId: string | null; steps: number | null }) => sql`
    UPDATE claims SET transcript_id = ${p.fileId}, transcript_steps = ${p.steps}
    WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const NOTE = query(
  (p: {
    ws: string;
    id: string;
    resultId: string | null;
    failure: string | null;
    stop: string | null;
  }) => sql`
    UPDATE claims SET result_id = COALESCE(${p.resultId}, result_id), failure = COALESCE(${p.failure}, failure),
      stop = COALESCE(${p.stop}, stop)
    WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const lastOf = (p: { ws: string; number: number }) => sql`
  workspace_id = ${p.ws} AND number = ${p.number} AND ordinal = (
    SELECT max(ordinal) FROM claims WHERE workspace_id = ${p.ws} AND number = ${p.number})`;
const BEGIN_WAIT = query(
  (p: { ws: string; number: number; at: number }) => sql`
    UPDATE claims SET waiting_since = ${p.at} WHERE ${lastOf(p)} AND waiting_since IS NULL`,
);
const END_WAIT = query(
  (p: { ws: string; number: number; at: number }) => sql`
    UPDATE claims SET waiting_since = NULL,
      waited_ms = waited_ms + CASE WHEN waiting_since < ${p.at} THEN ${p.at} - waiting_since ELSE 0 END
    WHERE ${lastOf(p)} AND waiting_since IS NOT NULL`,
);

export function attemptStore(session: Session): Stores['attempts'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const records = reading(
    session.reportBadRow,
    'claims',
    ({ number, ordinal }: View) => `${number} ${ordinal}`,
    decode,
  );
  return {
    list: async (number, { limit, after }) => {
      const rows = await LIST.few(on, { ws: ws(), number, before: below(after), limit: limit + 1 });
      return readPage(rows, limit, ({ ordinal }) => ordinal, records);
    },
    byNumber: async (number, ordinal) =>
      andThen(BY_NUMBER.get(on, { ws: ws(), number, ordinal }), records.one),
    keepTranscript: async (id, transcript) =>
      KEEP_TRANSCRIPT.run(on, {
        ws: ws(),
        id,
        fileId: transcript?.fileId ?? null,
        steps: transcript?.steps ?? null,
      }),
    note: async (id, { resultId = null, failure = null, stop = null }) =>
      NOTE.run(on, { ws: ws(), id, resultId, failure: failure && JSON.stringify(failure), stop }),
    beginWait: async (number, at) => BEGIN_WAIT.run(on, { ws: ws(), number, at }),
    endWait: async (number, at) => END_WAIT.run(on, { ws: ws(), number, at }),
  };
}

const read = readersOf(claims);
const readResult = readersOf(results);

const decode = (row: View): AttemptRecord => ({
  claim: decodeClaim(row.claim),
  ordinal: read.ordinal(row),
  stop: read.stop(row),
  failure: read.failure(row),
  resultId: row.result_id,
  waitedMs: read.waited_ms(row),
  waitingSince: read.waiting_since(row),
  usage: sourcesOf(row),
  artifact: readResult.artifact(row),
  transcript:
    row.transcript_id === null
      ? null
      : {
          fileId: row.transcript_id,
          bytes: row.bytes ?? 0,
          steps: read.transcript_steps(row) ?? 0,
        },
});

export const scanAttempts = scanOf<View, AttemptRecord>({
  table: 'claims',
  select: VIEW,
  alias: 'k',
  key: { number: -1, ordinal: -1 },
  where: onTask(WS, 'number', 'k'),
  decode,
});
