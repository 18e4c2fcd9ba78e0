import type { Checkpoint, Claim, Stores } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { batch, indexedBy, NOT_LEADING, thenBy } from '../../dialect.ts';
import { db, query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom, insertInto } from '../../rows.ts';
import { onTask, scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { CLAIM_COLUMNS, CLAIM_JSON, decodeClaim, encodeClaim } from './view.ts';

type Encoded = ReturnType<typeof encodeClaim>;

const UPDATED = CLAIM_COLUMNS.filter((column) => column !== 'id');

interface View {
  workspace_id: string;
  number: number;
  claim: string;
}

/** Maximum claims ended in one unit of work. */
const AT_ONCE = 100;
const MAX_CHECKED_LATER = 1_000;

const NOTHING_NOTED = {
  usage: null,
  measured: null,
  stop: null,
  failure: null,
  result_id: null,
  waited_ms: 0,
  waiting_since: null,
  transcript_id: null,
  transcript_steps: null,
};

const insert = insertInto('claims');
const insertCheckpoint = insertInto('task_checkpoints');
const clearCheckpoint = deleteFrom('task_checkpoints', ['workspace_id', 'number']);

const VIEW = sql`SELECT k.workspace_id, k.number, ${CLAIM_JSON} AS claim FROM claims k`;
const AGENT = sql`LEFT JOIN members a ON a.workspace_id = k.workspace_id AND a.id = k.agent_id`;

const BY_TOKEN = query(
  (p: { ws: string; token: string }) => sql<View>`
    ${VIEW} ${AGENT} WHERE k.workspace_id = ${p.ws} AND k.token = ${p.token}`,
);
const LAST_OF = query(
  (p: { ws: string; number: number }) => sql<View>`
    ${VIEW} ${indexedBy('claims_in_order')} ${AGENT} WHERE k.workspace_id = ${p.ws} AND k.number = ${p.number}
    ORDER BY k.ordinal DESC LIMIT 1`,
);
const LAST_ORDINAL = query(
  (p: { ws: string; number: number }) => sql<{ last: number | null }>`
    SELECT max(ordinal) AS last FROM claims ${indexedBy('claims_in_order')}
    WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);
const CLAIMS_OF_AGENT = query(
  (p: { ws: string; agentId: string }) => sql<View>`
    ${VIEW} ${AGENT} WHERE k.workspace_id = ${p.ws} AND k.agent_id = ${p.agentId} AND k.ended_at IS NULL
    ORDER BY k.seq`,
);
/** A lease that now ends before its next check is checked at its end. */
const UPDATE = query((p: Encoded) =>
  db
    .updateTable('claims')
    .set({
      ...Object.fromEntries(UPDATED.map((column) => [column, p[column]])),
      check_at: sql`CASE WHEN check_at > ${p.expires_at} THEN ${p.expires_at} ELSE check_at END`,
    })
    .where('workspace_id', '=', p.workspace_id)
    .where('id', '=', p.id),
);
/** Uses the index on due claims; `+` keeps SQLite from walking all claims of the workspace. */
const DUE = query(
  (p: { ws: string; now: number; atMost: number }) => sql<View>`
    ${VIEW} ${indexedBy('claims_by_check')} ${AGENT}
    WHERE k.ended_at IS NULL AND k.check_at <= ${p.now} AND ${NOT_LEADING}k.workspace_id = ${p.ws}
    ORDER BY k.check_at${thenBy('k.seq')} LIMIT ${p.atMost}`,
);
/** Heartbeats have extended these leases since the last check. */
const CHECK_LATER = query(
  (p: { ws: string; now: number; atMost: number }) => sql`
    UPDATE claims SET check_at = expires_at WHERE ${batch({
      table: 'claims',
      key: ['id'],
      ws: p.ws,
      where: sql`ended_at IS NULL AND check_at <= ${p.now} AND expires_at > ${p.now}`,
      rows: p.atMost,
      index: 'claims_by_check',
    })}`,
);
const COUNT_SINCE = query(
  (p: { ws: string; number: number; since: number }) => sql<{ n: number }>`
    SELECT count(*) AS n FROM claims ${indexedBy('claims_of_task')}
    WHERE workspace_id = ${p.ws} AND number = ${p.number} AND claimed_at >= ${p.since}`,
);
const CHECKPOINT = query(
  (p: { ws: string; number: number }) => sql<{ text: string }>`
    SELECT text FROM task_checkpoints WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);
export function claimStore(session: Session): Stores['claims'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const { one, all } = reading(
    session.reportBadRow,
    'claims',
    ({ number }: View) => number,
    ({ claim }): Claim => decodeClaim(claim),
  );

  return {
    insert: async (claim) => {
      const [seq, found] = await Promise.all([
        session.next('row'),
        LAST_ORDINAL.get(on, { ws: ws(), number: claim.taskNumber }),
      ]);
      const row = encodeClaim(ws(), claim);
      insert(on, {
        ...row,
        ...NOTHING_NOTED,
        seq,
        check_at: row.expires_at,
        ordinal: (found?.last ?? 0) + 1,
      });
    },
    update: async (claim) => UPDATE.run(on, encodeClaim(ws(), claim)),
    byToken: async (token) => andThen(BY_TOKEN.get(on, { ws: ws(), token }), one),
    lastOf: async (number) => andThen(LAST_OF.get(on, { ws: ws(), number }), one),
    ofAgent: async (agentId) => andThen(CLAIMS_OF_AGENT.all(on, { ws: ws(), agentId }), all),
    expired: async (steadyNow) =>
      andThen(DUE.all(on, { ws: ws(), now: steadyNow, atMost: AT_ONCE }), (rows) => {
        const due = all(rows);
        const over = due.filter(({ lease }) => lease.expiresAt <= steadyNow);
        if (over.length < due.length) {
          CHECK_LATER.run(on, { ws: ws(), now: steadyNow, atMost: MAX_CHECKED_LATER });
        }
        return over.sort((a, b) => a.lease.expiresAt - b.lease.expiresAt || a.claimedAt - b.claimedAt);
      }),
    countSince: async (number, since) =>
      andThen(COUNT_SINCE.get(on, { ws: ws(), number, since }), (row) => row?.n ?? 0),
    checkpoint: async (number) =>
      andThen(CHECKPOINT.get(on, { ws: ws(), number }), (row) => row?.text ?? null),
    leaveCheckpoint: async (number, text) => {
      clearCheckpoint(on, { workspace_id: ws(), number });
      if (text !== null) insertCheckpoint(on, { workspace_id: ws(), number, text });
    },
  };
}

export const scanCheckpoints = scanOf<Schema['task_checkpoints'], Checkpoint>({
  table: 'task_checkpoints',
  select: sql`SELECT x.* FROM task_checkpoints x`,
  alias: 'x',
  key: { number: -1 },
  where: onTask(WS),
  decode: (row) => ({ taskNumber: row.number, text: row.text }),
});
