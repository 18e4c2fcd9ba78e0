import type { Label, Stores } from '@tandem/core';
import { fold } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { NO_NAME } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { db, query } from '../../query.ts';
import { reading, readPage } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import { scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import { remove } from '../removals/store.ts';
import type { Schema } from '../schema.ts';
import { labels } from './tables.ts';

const insert = insertInto('labels');
const update = updateRow('labels', ['workspace_id', 'id']);

const BY_ID = query((p: { ws: string; id: string }) =>
  db
    .selectFrom('labels')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id)
    .where('removed', '=', 0),
);
const BY_NAME = query((p: { ws: string; nameKey: string }) =>
  db.selectFrom('labels').selectAll().where('workspace_id', '=', p.ws).where('name_key', '=', p.nameKey),
);
const LIST = query((p: { ws: string; after: string; limit: number }) =>
  db
    .selectFrom('labels')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('name_key', '>', p.after)
    .where('removed', '=', 0)
    .orderBy('name_key')
    .limit(p.limit),
);
/** The name can be reused at once. */
const MARK_REMOVED = query(
  (p: { ws: string; id: string }) => sql`
    UPDATE labels SET removed = 1, name_key = ${NO_NAME} || id WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);

export function labelStore(session: Session): Stores['labels'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const { one, all } = reading(session.reportBadRow, 'labels', ({ id }: Schema['labels']) => id, decode);
  return {
    insert: async (label) => insert(on, encode(ws(), label)),
    update: async (label) => {
      update(on, encode(ws(), label));
    },
    delete: async ({ id }) => {
      MARK_REMOVED.run(on, { ws: ws(), id });
      await remove(session, 'label', id);
    },
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), one),
    byName: async (name) => andThen(BY_NAME.get(on, { ws: ws(), nameKey: fold(name) }), one),
    list: async ({ limit, after }) => {
      const rows = await LIST.few(on, { ws: ws(), after: String(after ?? ''), limit: limit + 1 });
      return readPage(rows, limit, ({ name_key }) => name_key, { all });
    },
  };
}

const { encode, decode } = entityOf<Label, Schema['labels']>()(labels, {
  columns: { name_key: ({ name }) => fold(name), removed: () => 0 },
  fields: {},
});

export const scanLabels = scanOf<Schema['labels'], Label>({
  table: 'labels',
  select: sql`SELECT l.* FROM labels l`,
  alias: 'l',
  key: { id: '' },
  where: sql`AND l.removed = 0`,
  decode,
});
