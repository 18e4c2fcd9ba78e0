import type { Stores, View } from '@tandem/core';
import { fold } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { indexedBy, merged } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { columnsOf, query } from '../../query.ts';
import { reading, readPage } from '../../reading.ts';
import { deleteFrom, insertInto, updateRow } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { views } from './tables.ts';

interface Row extends Readonly<Schema['views']> {
  /** The last name of a removed member. */
  creator_name: string;
}

const insert = insertInto('views');
const update = updateRow('views', ['workspace_id', 'id']);
const remove = deleteFrom('views', ['workspace_id', 'id']);
const DELETE_PRIVATE = query(
  (p: { ws: string; memberId: string }) => sql`
    DELETE FROM views WHERE workspace_id = ${p.ws} AND creator_id = ${p.memberId} AND shared = 0`,
);

const CREATOR = sql`JOIN members m ON m.workspace_id = v.workspace_id AND m.id = v.creator_id`;
const BY_ID = query(
  (p: { ws: string; id: string }) => sql<Row>`
    SELECT ${columnsOf('v', views)}, m.name AS creator_name FROM views v ${CREATOR}
    WHERE v.workspace_id = ${p.ws} AND v.id = ${p.id}`,
);
const COUNT = query(
  (p: { ws: string; memberId: string; atMost: number }) => sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM views ${indexedBy('views_by_creator')}
      WHERE workspace_id = ${p.ws} AND creator_id = ${p.memberId} LIMIT ${p.atMost}) page`,
);
const LIST = query((p: { ws: string; memberId: string; after: string; limit: number }) => {
  const of = (index: string, where: ReturnType<typeof sql>) => sql`
    SELECT id, sort_key FROM views ${indexedBy(index)}
    WHERE workspace_id = ${p.ws} AND ${where} AND sort_key > ${p.after}`;
  const partitions = [
    of('views_shared', sql`shared = 1`),
    of('views_by_creator', sql`creator_id = ${p.memberId} AND shared = 0`),
  ];
  return sql<Row>`
    SELECT ${columnsOf('v', views)}, m.name AS creator_name
    FROM (${merged(partitions, { by: 'sort_key', order: 'ASC', limit: p.limit })}) page
    CROSS JOIN views v ${CREATOR}
    WHERE v.workspace_id = ${p.ws} AND v.id = page.id
    ORDER BY page.sort_key`;
});

export function viewStore(session: Session): Stores['views'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const { one, all } = reading(session.reportBadRow, 'views', ({ id }: Row) => id, decode);
  return {
    insert: async (view) => insert(on, encode(ws(), view)),
    update: async (view) => {
      update(on, encode(ws(), view));
    },
    delete: async (id) => remove(on, { workspace_id: ws(), id }),
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), one),
    countOf: async (memberId, atMost) =>
      andThen(COUNT.get(on, { ws: ws(), memberId, atMost }), (row) => row?.n ?? 0),
    list: async (memberId, { limit, after }) => {
      const values = { ws: ws(), memberId: memberId ?? '', after: String(after ?? ''), limit: limit + 1 };
      return readPage(await LIST.few(on, values), limit, ({ sort_key }) => sort_key, { all });
    },
    deletePrivateOf: async (memberId) => DELETE_PRIVATE.run(on, { ws: ws(), memberId }),
  };
}

const { encode, decode } = entityOf<View, Row>()(views, {
  columns: {
    sort_key: ({ name, id }) => `${fold(name)} ${id}`,
    creator_id: ({ createdBy }) => createdBy.id,
  },
  fields: { createdBy: ({ creator_id, creator_name }) => ({ id: creator_id, name: creator_name }) },
});
