import type { Project, Stores } from '@tandem/core';
import { NO_TASKS } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { recount } from '../../counting.ts';
import { jsonRows } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { decodeExternalId, externalIdColumns } from '../../external-id.ts';
import { below, decodedPage } from '../../page.ts';
import { db, query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import { scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import { remove } from '../removals/store.ts';
import type { Schema } from '../schema.ts';
import { indexEntity, reindexEntity, unindexEntity } from '../search/index-updates.ts';
import { projects } from './tables.ts';

type Row = Schema['projects'];

interface View extends Readonly<Row> {
  initiative_name: string | null;
  goal_title: string | null;
  /** [[status, n], …], from `counts`. */
  task_counts: string;
}

const insert = insertInto('projects');
const update = updateRow('projects', ['workspace_id', 'id']);

const VIEW = sql`
  SELECT p.*, i.name AS initiative_name, g.title AS goal_title,
    ${jsonRows(
      ['c.bucket', 'c.n'],
      sql`FROM counts c WHERE c.workspace_id = ${WS} AND c.kind = 'project_tasks' AND c.owner = p.id`,
    )} AS task_counts
  FROM projects p
  LEFT JOIN initiatives i ON i.workspace_id = p.workspace_id AND i.id = p.initiative_id AND i.removed = 0
  LEFT JOIN goals g ON g.workspace_id = p.workspace_id AND g.id = p.goal_id AND g.archived < 2`;

const BY_ID = query(
  (p: { ws: string; id: string }) => sql<View>`
    ${VIEW} WHERE p.workspace_id = ${p.ws} AND p.id = ${p.id} AND p.archived < 2`,
);
const BY_EXTERNAL_ID = query(
  (p: { ws: string; key: string }) => sql<View>`
    ${VIEW} WHERE p.workspace_id = ${p.ws} AND p.external_id = ${p.key} AND p.archived < 2`,
);

interface ListValues {
  ws: string;
  status: string;
  initiativeId: string;
  before: number;
  limit: number;
}
const list = (where: (p: ListValues) => RawBuilder<unknown>) =>
  query(
    (p: ListValues) => sql<View>`
      ${VIEW} WHERE p.workspace_id = ${p.ws} AND p.archived = 0 ${where(p)} AND p.seq < ${p.before}
      ORDER BY p.seq DESC LIMIT ${p.limit}`,
  );
const ofInitiative = (p: ListValues) => sql`AND p.initiative_id = ${p.initiativeId}`;
const inStatus = (p: ListValues) => sql`AND p.status = ${p.status}`;
/** One statement per set of filters. Each has an index that ends in the list's order. */
const LISTS = {
  all: list(() => sql``),
  status: list(inStatus),
  initiative: list(ofInitiative),
  both: list((p) => sql`${ofInitiative(p)} ${inStatus(p)}`),
};

const MARK_REMOVED = query((p: { ws: string; id: string }) =>
  db
    .updateTable('projects')
    .set({ archived: 2, initiative_id: null, goal_id: null, external_id: null, external_url: null })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id),
);

export function projectStore(session: Session): Stores['projects'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'projects', ({ id }: View) => id, decode);
  return {
    insert: async (project) =>
      andThen(session.next('row'), (seq) => {
        insert(on, { ...encode(ws(), project), seq });
        return indexEntity(session, 'project', project.id, project);
      }),
    update: async (project) => {
      await reindexEntity(session, 'project', project.id, project);
      update(on, encode(ws(), project));
    },
    delete: async ({ id }) => {
      recount(on, 'projects', { after: { workspace_id: ws(), id } }, () =>
        MARK_REMOVED.run(on, { ws: ws(), id }),
      );
      await unindexEntity(session, 'project', id);
      await remove(session, 'project', id);
    },
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
    byExternalId: async (key) => andThen(BY_EXTERNAL_ID.get(on, { ws: ws(), key }), read.one),
    list: async ({ status, initiativeId }, { limit, after }) => {
      const values = {
        ws: ws(),
        status: status ?? '',
        initiativeId: initiativeId ?? '',
        before: below(after),
        limit: limit + 1,
      };
      const which = initiativeId === undefined ? (status ? 'status' : 'all') : status ? 'both' : 'initiative';
      return decodedPage(await LISTS[which].few(on, values), limit, read);
    },
  };
}

const { encode, decode } = entityOf<Project, View>()(projects, {
  unsaved: ['seq'],
  columns: {
    initiative_id: (project) => project.initiative?.id ?? null,
    goal_id: (project) => project.goal?.id ?? null,
    ...externalIdColumns,
  },
  fields: {
    initiative: (row) =>
      row.initiative_id === null || row.initiative_name === null
        ? null
        : { id: row.initiative_id, name: row.initiative_name },
    goal: (row) =>
      row.goal_id === null || row.goal_title === null ? null : { id: row.goal_id, title: row.goal_title },
    externalId: decodeExternalId,
    taskCounts: (row) => decodeCounts(row.task_counts),
  },
});

function decodeCounts(json: string): Project['taskCounts'] {
  if (json === '[]') return NO_TASKS;
  // Unreadable tasks may have an unknown status.
  const byStatus = (JSON.parse(json) as [keyof Project['taskCounts'], number][]).filter(
    ([status]) => status in NO_TASKS && status !== 'total',
  );
  const total = byStatus.reduce((sum, [, n]) => sum + n, 0);
  return { ...NO_TASKS, ...Object.fromEntries(byStatus), total };
}

export const scanProjects = scanOf<View, Project>({
  table: 'projects',
  select: VIEW,
  alias: 'p',
  key: { archived: -1, seq: -1 },
  where: sql`AND p.archived < 2`,
  decode,
});
