import type { Key, Stores } from '@tandem/core';
import { KINDS_THAT_OUTLIVE } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { merged } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { db, query } from '../../query.ts';
import { type BadRowListener, type Reading, reading } from '../../reading.ts';
import { deleteFrom, insertInto } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { keys } from './tables.ts';

type Row = Schema['keys'];

const insert = insertInto('keys');
const remove = deleteFrom('keys', ['workspace_id', 'id']);

const BY_ID = query((p: { ws: string; id: string }) =>
  db.selectFrom('keys').selectAll().where('workspace_id', '=', p.ws).where('id', '=', p.id),
);
const LIST = query((p: { ws: string; before: number; limit: number }) =>
  db
    .selectFrom('keys')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('seq', '<', p.before)
    .where('kind', '<>', 'run')
    .orderBy('seq', 'desc')
    .limit(p.limit),
);
const LIST_OF_MEMBER = query(
  (p: { ws: string; memberId: string; before: number; limit: number }) => sql<Row>`
    ${merged(
      [
        sql`SELECT * FROM keys WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND seq < ${p.before} AND kind <> 'run'`,
        sql`SELECT * FROM keys WHERE workspace_id = ${p.ws} AND created_by = ${p.memberId} AND seq < ${p.before}`,
      ],
      { by: 'seq', limit: p.limit, distinct: true },
    )}`,
);
const PERSON_KEY = query((p: { ws: string; memberId: string; now: number }) =>
  db
    .selectFrom('keys')
    .select('id')
    .where('workspace_id', '=', p.ws)
    .where('member_id', '=', p.memberId)
    .where('kind', '=', 'person')
    .where((it) => it.or([it('expires_at', 'is', null), it('expires_at', '>', p.now)]))
    .limit(1),
);
/** Keys that act as the member or were created by it: at most `atMost` of each, read from their indexes. */
const COUNT_OF_MEMBER = query(
  (p: { ws: string; memberId: string; atMost: number }) => sql<{ n: number }>`
    SELECT (
      SELECT count(*) FROM (
        SELECT 1 FROM keys WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} LIMIT ${p.atMost}) page
    ) + (
      SELECT count(*) FROM (
        SELECT 1 FROM keys WHERE workspace_id = ${p.ws} AND created_by = ${p.memberId}
          AND member_id IS DISTINCT FROM ${p.memberId} LIMIT ${p.atMost}) page
    ) AS n`,
);
const GOING_WITH_MEMBER = query(
  (p: { ws: string; memberId: string }) => sql<Row>`
    SELECT * FROM keys WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId}
    UNION
    SELECT * FROM keys WHERE workspace_id = ${p.ws} AND created_by = ${p.memberId}
      AND kind NOT IN (${sql.join(KINDS_THAT_OUTLIVE)})
    ORDER BY seq DESC`,
);
const OUTLIVING = query((p: { ws: string; memberId: string }) =>
  db
    .selectFrom('keys')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('created_by', '=', p.memberId)
    .where('kind', 'in', KINDS_THAT_OUTLIVE)
    .orderBy('seq', 'desc'),
);
const END_RUN = query((p: { ws: string; id: string; at: number }) =>
  db
    .updateTable('keys')
    .set({ expires_at: p.at })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id)
    .where('kind', '=', 'run')
    .where('expires_at', 'is', null)
    .returning('id'),
);
const ENDED_RUNS = query((p: { ws: string; before: number; limit: number }) =>
  db
    .selectFrom('keys')
    .select('id')
    .where('workspace_id', '=', p.ws)
    .where('kind', '=', 'run')
    .where('expires_at', '<', p.before)
    .limit(p.limit),
);
const TOUCH = query((p: { ws: string; id: string; usedAt: number }) =>
  db
    .updateTable('keys')
    .set({ last_used_at: p.usedAt })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id),
);

export function keyStore(session: Session): Stores['keys'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = readingKeys(session.reportBadRow);
  return {
    insert: async (key) => andThen(session.next('row'), (seq) => insert(on, { ...encode(ws(), key), seq })),
    delete: async (id) => {
      session.keyholdersChanged = true;
      remove(on, { workspace_id: ws(), id });
    },
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
    list: async ({ memberId, keyId }, { limit, after }) => {
      if (keyId !== undefined) {
        const row = after === undefined ? await BY_ID.get(on, { ws: ws(), id: keyId }) : undefined;
        return decodedPage({ rows: row ? [row] : [], cut: false }, limit, read);
      }
      const before = below(after);
      const values = { ws: ws(), before, limit: limit + 1 };
      const rows =
        memberId === undefined
          ? await LIST.few(on, values)
          : await LIST_OF_MEMBER.few(on, { ...values, memberId });
      return decodedPage(rows, limit, read);
    },
    personHasKey: async (memberId, now) =>
      andThen(PERSON_KEY.get(on, { ws: ws(), memberId, now }), (row) => row !== undefined),
    countOfMember: async (memberId, atMost) =>
      andThen(COUNT_OF_MEMBER.get(on, { ws: ws(), memberId, atMost }), (row) =>
        Math.min(row?.n ?? 0, atMost),
      ),
    deleteOfMember: async (memberId) => {
      session.keyholdersChanged = true;
      const going = await GOING_WITH_MEMBER.all(on, { ws: ws(), memberId });
      for (const { id } of going) remove(on, { workspace_id: ws(), id });
      return read.all(going);
    },
    outliving: async (memberId) => andThen(OUTLIVING.all(on, { ws: ws(), memberId }), read.all),
    endRun: async (claimId, at) => {
      const [run] = await END_RUN.all(on, { ws: ws(), id: claimId, at });
      if (run) session.keyholdersChanged = true;
    },
    forgetRuns: async (before, atMost) => {
      const over = await ENDED_RUNS.all(on, { ws: ws(), before, limit: atMost });
      for (const { id } of over) remove(on, { workspace_id: ws(), id });
      if (over.length > 0) session.keyholdersChanged = true;
      return over.length;
    },
    // The cached keyholders need not be dropped: to them `usedAt` is only a hint.
    touch: async (id, usedAt) => TOUCH.run(on, { ws: ws(), id, usedAt }),
  };
}

const { encode, decode } = entityOf<Key, Row>()(keys, { unsaved: ['seq'], columns: {}, fields: {} });

export const readingKeys = (onBadRow: BadRowListener): Reading<Row, Key> =>
  reading(onBadRow, 'keys', ({ id }: Row) => id, decode);
