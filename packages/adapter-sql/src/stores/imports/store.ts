import type { Import, ImportItem, Stores } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { entityOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom, insertInto, updateRow } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { importItems, imports } from './tables.ts';

type Row = Schema['imports'];
type ItemRow = Schema['import_items'];

const insert = insertInto('imports');
const update = updateRow('imports', ['workspace_id', 'id']);
const insertItem = insertInto('import_items');
const deleteItem = deleteFrom('import_items', ['workspace_id', 'source', 'type', 'external_id']);

const BY_ID = query(
  (p: { ws: string; id: string }) => sql<Row>`
    SELECT * FROM imports WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const LIST = query(
  (p: { ws: string; before: number; limit: number }) => sql<Row>`
    SELECT * FROM imports WHERE workspace_id = ${p.ws} AND seq < ${p.before} ORDER BY seq DESC LIMIT ${p.limit}`,
);
const ITEM = query(
  (p: { ws: string; source: string; type: string; externalId: string }) => sql<ItemRow>`
    SELECT * FROM import_items WHERE workspace_id = ${p.ws}
      AND source = ${p.source} AND type = ${p.type} AND external_id = ${p.externalId}`,
);
const ITEM_OF_NUMBER = query(
  (p: { ws: string; source: string; number: number }) => sql<ItemRow>`
    SELECT * FROM import_items WHERE workspace_id = ${p.ws}
      AND source = ${p.source} AND source_number = ${p.number} ORDER BY external_id LIMIT 1`,
);

export function importStore(session: Session): Stores['imports'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const runs = reading(session.reportBadRow, 'imports', ({ id }: Row) => id, run.decode);
  const items = reading(session.reportBadRow, 'import_items', keyOf, item.decode);
  return {
    insert: async (row) =>
      andThen(session.next('row'), (seq) => insert(on, { ...run.encode(ws(), row), seq })),
    update: async (after, before) => {
      update(on, run.encode(ws(), after), run.encode(ws(), before));
    },
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), runs.one),
    list: async ({ limit, after }) =>
      decodedPage(await LIST.few(on, { ws: ws(), before: below(after), limit: limit + 1 }), limit, runs),
    putItem: async (given) => {
      const row = item.encode(ws(), given);
      deleteItem(on, row);
      insertItem(on, row);
    },
    item: async (source, type, externalId) =>
      andThen(ITEM.get(on, { ws: ws(), source, type, externalId }), items.one),
    itemOfNumber: async (source, number) =>
      andThen(ITEM_OF_NUMBER.get(on, { ws: ws(), source, number }), items.one),
  };
}

const keyOf = ({ source, type, external_id }: ItemRow): string => JSON.stringify([source, type, external_id]);

const run = entityOf<Import, Row>()(imports, { unsaved: ['seq'], columns: {}, fields: {} });
const item = entityOf<ImportItem, ItemRow>()(importItems, { columns: {}, fields: {} });
