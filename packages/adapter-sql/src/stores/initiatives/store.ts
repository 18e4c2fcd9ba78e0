import type { Initiative, ProjectStatus, Stores } from '@tandem/core';
import { PROJECT_STATUSES } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { jsonRows } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { db, query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import { scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import { remove } from '../removals/store.ts';
import type { Schema } from '../schema.ts';
import { indexEntity, reindexEntity, unindexEntity } from '../search/index-updates.ts';
import { initiatives } from './tables.ts';

type Row = Schema['initiatives'];

interface View extends Readonly<Row> {
  /** [[status, n], …], from `counts`. */
  project_statuses: string;
}

const insert = insertInto('initiatives');
const update = updateRow('initiatives', ['workspace_id', 'id']);

const VIEW = sql`
  SELECT i.*,
    ${jsonRows(
      ['c.bucket', 'c.n'],
      sql`FROM counts c
        WHERE c.workspace_id = ${WS} AND c.kind = 'initiative_projects' AND c.owner = i.id AND c.n > 0`,
    )} AS project_statuses
  FROM initiatives i`;

const BY_ID = query(
  (p: { ws: string; id: string }) => sql<View>`
    ${VIEW} WHERE i.workspace_id = ${p.ws} AND i.id = ${p.id} AND i.removed = 0`,
);
const LIST = query(
  (p: { ws: string; before: number; limit: number }) => sql<View>`
    ${VIEW} WHERE i.workspace_id = ${p.ws} AND i.removed = 0 AND i.seq < ${p.before}
    ORDER BY i.seq DESC LIMIT ${p.limit}`,
);
const MARK_REMOVED = query((p: { ws: string; id: string }) =>
  db.updateTable('initiatives').set({ removed: 1 }).where('workspace_id', '=', p.ws).where('id', '=', p.id),
);

export function initiativeStore(session: Session): Stores['initiatives'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'initiatives', ({ id }: View) => id, decode);
  return {
    insert: async (initiative) =>
      andThen(session.next('row'), (seq) => {
        insert(on, { ...encode(ws(), initiative), seq });
        return indexEntity(session, 'initiative', initiative.id, {
          title: initiative.name,
          description: initiative.description,
        });
      }),
    update: async (initiative) => {
      await reindexEntity(session, 'initiative', initiative.id, {
        title: initiative.name,
        description: initiative.description,
      });
      update(on, encode(ws(), initiative));
    },
    delete: async ({ id }) => {
      MARK_REMOVED.run(on, { ws: ws(), id });
      await unindexEntity(session, 'initiative', id);
      await remove(session, 'initiative', id);
    },
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
    list: async ({ limit, after }) => {
      const before = below(after);
      const rows = await LIST.few(on, { ws: ws(), before, limit: limit + 1 });
      return decodedPage(rows, limit, read);
    },
  };
}

const { encode, decode } = entityOf<Initiative, View>()(initiatives, {
  unsaved: ['seq'],
  columns: { removed: () => 0 },
  fields: { projectStatuses: (row) => decodeStatuses(row.project_statuses) },
});

/** Unreadable projects may have an unknown status. */
const decodeStatuses = (json: string): Initiative['projectStatuses'] =>
  Object.fromEntries(
    (JSON.parse(json) as [ProjectStatus, number][]).filter(([status]) => PROJECT_STATUSES.includes(status)),
  );

export const scanInitiatives = scanOf<View, Initiative>({
  table: 'initiatives',
  select: VIEW,
  alias: 'i',
  key: { seq: -1 },
  where: sql`AND i.removed = 0`,
  decode,
});
