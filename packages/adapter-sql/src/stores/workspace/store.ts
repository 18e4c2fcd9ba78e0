import type { Stores, Workspace } from '@tandem/core';
import { andThen } from '../../connection.ts';
import { entityOf } from '../../entity.ts';
import { db, query } from '../../query.ts';
import { type BadRowListener, type Reading, reading } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { workspaces } from './tables.ts';

type Row = Schema['workspaces'];

const insert = insertInto('workspaces');
const update = updateRow('workspaces', ['id']);

const GET = query((p: { ws: string }) => db.selectFrom('workspaces').selectAll().where('id', '=', p.ws));

export function workspaceStore(session: Session): Stores['workspace'] {
  const { connection: on } = session;
  const read = readingWorkspaces(session.reportBadRow);
  return {
    get: async () => andThen(GET.get(on, { ws: session.workspaceId }), read.one),
    insert: async (workspace) => insert(on, encode(workspace.id, workspace)),
    update: async (workspace) => {
      session.keyholdersChanged = true;
      update(on, encode(workspace.id, workspace));
    },
  };
}

const { encode, decode } = entityOf<Workspace, Row>()(workspaces, {
  columns: { plan_chat: ({ plan }) => Number(plan.chat) },
  fields: { plan: (row) => ({ chat: row.plan_chat === 1 }) },
});

export const readingWorkspaces = (onBadRow: BadRowListener): Reading<Row, Workspace> => {
  const { one, all, each } = reading(onBadRow, 'workspaces', ({ id }: Identified) => id, decode);
  return {
    one: (row) => one(row && identified(row)),
    all: (rows) => all(rows.map(identified)),
    each: (rows) => each(rows.map(identified)),
  };
};

type Identified = Row & { readonly workspace_id: string };
const identified = (row: Row): Identified => ({ ...row, workspace_id: row.id });
