import type { Blocker, StoredRelation, Stores } from '@tandem/core';
import { seenFrom, TASK_STATUSES } from '@tandem/core';
import { sql } from 'kysely';
import { oneOf } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { integer, JOIN_IN_ORDER } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { db, query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom, insertInto } from '../../rows.ts';
import { onTask, scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { relations } from './tables.ts';
import { updateHeldBelow } from './tree.ts';

type Row = Schema['relations'];

interface OtherTask {
  other_number: number;
  title: string;
  status: string;
  assignee_name: string | null;
}

const insert = insertInto('relations');
const remove = deleteFrom('relations', ['workspace_id', 'id']);

const BY_ID = query((p: { ws: string; id: string; number: number }) =>
  db
    .selectFrom('relations')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id)
    .where((or) => or.or([or('from_number', '=', p.number), or('to_number', '=', p.number)])),
);

const RELATION_OF_EDGE = query((p: { ws: string; kind: string; from: number; to: number }) =>
  db
    .selectFrom('relations')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('from_number', '=', p.from)
    .where('kind', '=', p.kind)
    .where('to_number', '=', p.to),
);

const SET_MADE_BY = query((p: { ws: string; id: string; madeBy: string }) =>
  db
    .updateTable('relations')
    .set({ made_by: p.madeBy })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id),
);

/** Follows the edges lazily and stops at the first path; visits each task once. */
const LEADS = query(
  (p: { ws: string; kind: string; from: number; to: number }) => sql<{ number: number }>`
    WITH RECURSIVE ahead (number) AS (
      SELECT ${integer(p.from)}
      UNION
      SELECT r.to_number FROM ahead a
      ${JOIN_IN_ORDER} relations r ON r.workspace_id = ${p.ws} AND r.from_number = a.number AND r.kind = ${p.kind}
    )
    SELECT number FROM ahead WHERE number = ${p.to} LIMIT 1`,
);

/** Counts both directions, each by its index, up to `atMost`. */
const COUNT = query(
  (p: { ws: string; number: number; atMost: number }) => sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM relations WHERE workspace_id = ${p.ws} AND from_number = ${p.number}
      UNION ALL
      SELECT 1 FROM relations WHERE workspace_id = ${p.ws} AND to_number = ${p.number}
      LIMIT ${p.atMost}) page`,
);

/** The relations of a task in both directions, with the other task. */
const OF = query(
  (p: { ws: string; number: number }) => sql<Row & OtherTask>`
    SELECT r.*, o.number AS other_number, o.title, o.status, m.name AS assignee_name
    FROM (
      SELECT *, to_number AS other FROM relations WHERE workspace_id = ${p.ws} AND from_number = ${p.number}
      UNION ALL
      SELECT *, from_number AS other FROM relations WHERE workspace_id = ${p.ws} AND to_number = ${p.number}
    ) r
    ${JOIN_IN_ORDER} tasks o ON o.workspace_id = ${p.ws} AND o.number = r.other
    LEFT JOIN members m ON m.workspace_id = o.workspace_id AND m.id = o.assignee_id
      AND (m.deleted = 0 OR o.status IN ('done', 'canceled'))
    ORDER BY r.seq`,
);

const OPEN_BLOCKERS = query(
  (p: { ws: string; number: number }) => sql<OtherTask>`
    SELECT o.number AS other_number, o.title, o.status, m.name AS assignee_name
    FROM relations r
    ${JOIN_IN_ORDER} tasks o ON o.workspace_id = r.workspace_id AND o.number = r.from_number
    LEFT JOIN members m ON m.workspace_id = o.workspace_id AND m.id = o.assignee_id
      AND (m.deleted = 0 OR o.status IN ('done', 'canceled'))
    WHERE r.workspace_id = ${p.ws} AND r.to_number = ${p.number} AND r.kind = 'blocks'
      AND o.status NOT IN ('done', 'canceled')
    ORDER BY r.seq`,
);

/** Adds (or subtracts) an open task to the blocker count of another. */
const COUNT_BLOCKER = query(
  (p: { ws: string; from: number; to: number; by: number }) => sql`
    UPDATE tasks SET open_blockers = open_blockers + ${p.by}
    WHERE workspace_id = ${p.ws} AND number = ${p.to} AND EXISTS (
      SELECT 1 FROM tasks b
      WHERE b.workspace_id = ${p.ws} AND b.number = ${p.from} AND b.status NOT IN ('done', 'canceled'))`,
);

export function relationStore(session: Session): Stores['relations'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const id = (row: Row) => row.id;
  const read = reading(session.reportBadRow, 'relations', id, decode);
  const seen = reading(session.reportBadRow, 'relations', id, (row: Row & OtherTask) => ({
    relation: decode(row),
    other: { ...mention(row), status: status(row.status) },
  }));
  const countBlocker = (from: number, to: number, by: 1 | -1) => {
    COUNT_BLOCKER.run(on, { ws: ws(), from, to, by });
    updateHeldBelow(on, { ws: ws(), number: to });
  };
  return {
    insert: async (relation) => {
      const { kind, from, to } = relation;
      if (kind === 'blocks') countBlocker(from, to, 1);
      insert(on, { ...encode(ws(), relation), seq: await session.next('row') });
    },
    delete: async ({ id, kind, from, to }) => {
      if (kind === 'blocks') countBlocker(from, to, -1);
      remove(on, { workspace_id: ws(), id });
    },
    byId: async (number, id) =>
      andThen(BY_ID.get(on, { ws: ws(), id, number }), (row) => read.one(row as Row | undefined)),
    ofEdge: async ({ kind, from, to }) =>
      andThen(RELATION_OF_EDGE.get(on, { ws: ws(), kind, from, to }), (row) =>
        read.one(row as Row | undefined),
      ),
    setMadeBy: async (id, madeBy) => SET_MADE_BY.run(on, { ws: ws(), id, madeBy }),
    leads: async (kind, from, to) =>
      andThen(LEADS.get(on, { ws: ws(), kind, from, to }), (row) => row !== undefined),
    count: async (number, atMost) =>
      andThen(COUNT.get(on, { ws: ws(), number, atMost }), (row) => row?.n ?? 0),
    of: async (number) =>
      andThen(OF.all(on, { ws: ws(), number }), (rows) =>
        seen.all(rows).map(({ relation, other }) => seenFrom(number, relation, other)),
      ),
    // A blocker with an unknown status still blocks, and is returned unchanged.
    openBlockers: async (number) =>
      andThen(OPEN_BLOCKERS.all(on, { ws: ws(), number }), (rows) => rows.map(mention)),
  };
}

const status = oneOf('status of the other task', TASK_STATUSES);

const { encode, decode } = entityOf<StoredRelation, Row>()(relations, {
  unsaved: ['seq'],
  columns: { from_number: ({ from }) => from, to_number: ({ to }) => to },
  fields: { from: (row) => row.from_number, to: (row) => row.to_number },
});

const mention = (row: OtherTask): Blocker => ({
  taskNumber: row.other_number,
  title: row.title,
  status: row.status as Blocker['status'],
  assignedTo: row.assignee_name,
});

export const scanRelations = scanOf<Row, StoredRelation>({
  table: 'relations',
  select: sql`SELECT x.* FROM relations x`,
  alias: 'x',
  key: { from_number: -1, kind: '', to_number: -1 },
  where: sql`${onTask(WS, 'from_number')} ${onTask(WS, 'to_number')}`,
  decode,
});
