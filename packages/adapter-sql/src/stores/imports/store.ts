import type { Import, ImportedType, ImportItem, Stores } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { entityOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom, insertInto, updateRow } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { releaseImported } from '../tasks/tree.ts';
import { importItems, imports } from './tables.ts';

type Row = Schema['imports'];
type ItemRow = Schema['import_items'];

const insert = insertInto('imports');
const update = updateRow('imports', ['workspace_id', 'id']);
const insertItem = insertInto('import_items');
const updateItem = updateRow('import_items', ['workspace_id', 'source', 'type', 'external_id']);
const deleteItem = deleteFrom('import_items', ['workspace_id', 'source', 'type', 'external_id']);

const BY_ID = query(
  (p: { ws: string; id: string }) => sql<Row>`
    SELECT * FROM imports WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const LIST = query(
  (p: { ws: string; before: number; limit: number }) => sql<Row>`
    SELECT * FROM imports WHERE workspace_id = ${p.ws} AND seq < ${p.before} ORDER BY seq DESC LIMIT ${p.limit}`,
);
const OPEN_OF = query(
  (p: { ws: string; source: string }) => sql<Pick<Row, 'id'>>`
    SELECT id FROM imports WHERE workspace_id = ${p.ws} AND source = ${p.source} AND state = 'open'`,
);
const CREATED_IN = query(
  (p: { ws: string; importId: string; before: number; limit: number }) => sql<ItemRow>`
    SELECT * FROM import_items WHERE workspace_id = ${p.ws} AND created_in = ${p.importId} AND seq < ${p.before}
    ORDER BY seq DESC LIMIT ${p.limit}`,
);
const REMOVE_OF_TASK = query(
  (p: { ws: string; importId: string; number: number }) => sql`
    DELETE FROM import_items WHERE workspace_id = ${p.ws} AND created_in = ${p.importId} AND task_number = ${p.number}`,
);
const TASK_CREATED_IN = query(
  (p: { ws: string; importId: string; number: number }) => sql`
    SELECT 1 FROM import_items WHERE workspace_id = ${p.ws} AND created_in = ${p.importId}
      AND task_number = ${p.number} AND type = 'task'`,
);
/** Events with and without activity have indexes of their own. */
const TOUCHED = query(
  (p: { ws: string; type: string; id: string; related: string }) => sql`
    SELECT 1 FROM (${sql.join(
      [sql`entries > 0`, sql`entries = 0`].map(
        (kind) => sql`
          SELECT 1 FROM events WHERE workspace_id = ${p.ws} AND entity_type = ${p.type} AND entity_id = ${p.id}
            AND ${kind} AND (related IS NULL OR related NOT LIKE ${p.related}) AND NOT EXISTS (
              SELECT 1 FROM imports WHERE workspace_id = ${p.ws} AND state = 'undone'
                AND related LIKE '%"importId":"' || imports.id || '"%')`,
      ),
      sql` UNION ALL `,
    )}) found LIMIT 1`,
);
const OTHERS = query(
  (p: { ws: string; source: string; id: string }) => sql`
    SELECT 1 FROM import_items WHERE workspace_id = ${p.ws} AND source = ${p.source} AND created = 1
      AND created_in <> ${p.id} LIMIT 1`,
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

/** Rows of removed entities count, because they are still stored. Ids of verifications needn't be unique. */
const TABLES = {
  member: 'members',
  label: 'labels',
  initiative: 'initiatives',
  goal: 'goals',
  project: 'projects',
  file: 'files',
  task: 'tasks',
  relation: 'relations',
  comment: 'comments',
  attachment: 'attachments',
  result: 'results',
  question: 'questions',
  view: 'views',
} as const satisfies { readonly [Type in ImportedType]?: keyof Schema };

const taken = (table: keyof Schema) =>
  query(
    (p: { ws: string; id: string }) => sql`
      SELECT 1 FROM ${sql.table(table)} WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
  );
const TAKEN = Object.fromEntries(
  Object.entries(TABLES).map(([type, table]) => [type, taken(table)]),
) as Partial<Record<ImportedType, ReturnType<typeof taken>>>;
const NUMBER_TAKEN = query(
  (p: { ws: string; number: number }) => sql`
    SELECT 1 FROM tasks WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
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
    openOf: async (source) =>
      andThen(OPEN_OF.all(on, { ws: ws(), source }), (rows) => rows.map(({ id }) => id)),
    addItem: async (given) =>
      andThen(session.next('row'), (seq) => insertItem(on, { ...item.encode(ws(), given), seq })),
    updateItem: async (given) => {
      updateItem(on, item.encode(ws(), given));
    },
    removeItem: async (given) => deleteItem(on, item.encode(ws(), given)),
    removeItemsOfTask: async (importId, number) => REMOVE_OF_TASK.run(on, { ws: ws(), importId, number }),
    isTaskCreatedIn: async (importId, number) =>
      (await TASK_CREATED_IN.get(on, { ws: ws(), importId, number })) !== undefined,
    isTouched: async ({ type, id }, importId) =>
      (await TOUCHED.get(on, { ws: ws(), type, id, related: `%"importId":"${importId}"%` })) !== undefined,
    hasOthers: async ({ source, id }) => (await OTHERS.get(on, { ws: ws(), source, id })) !== undefined,
    release: async (numbers) => releaseImported(on, ws(), numbers),
    itemsCreatedIn: async (importId, { limit, after }) =>
      decodedPage(
        await CREATED_IN.few(on, { ws: ws(), importId, before: below(after), limit: limit + 1 }),
        limit,
        items,
      ),
    item: async (source, type, externalId) =>
      andThen(ITEM.get(on, { ws: ws(), source, type, externalId }), items.one),
    isTaken: async (type, id) => (await TAKEN[type]?.get(on, { ws: ws(), id })) !== undefined,
    isNumberTaken: async (number) => (await NUMBER_TAKEN.get(on, { ws: ws(), number })) !== undefined,
    itemOfNumber: async (source, number) =>
      andThen(ITEM_OF_NUMBER.get(on, { ws: ws(), source, number }), items.one),
  };
}

const keyOf = ({ source, type, external_id }: ItemRow): string => JSON.stringify([source, type, external_id]);

const run = entityOf<Import, Row>()(imports, { unsaved: ['seq'], columns: {}, fields: {} });
const item = entityOf<ImportItem, ItemRow>()(importItems, {
  unsaved: ['seq'],
  columns: { created: ({ createdIn }) => Number(createdIn !== null) },
  fields: {},
});
