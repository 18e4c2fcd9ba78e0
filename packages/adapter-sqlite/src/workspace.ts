import type { Stores, Workspace } from '@tandem/core';
import { db, query } from './query.ts';
import { insertInto, updateRow } from './rows.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

type Row = Schema['workspaces'];

const insert = insertInto('workspaces');
const update = updateRow('workspaces', ['id']);

const GET = query((p: { ws: string }) => db.selectFrom('workspaces').selectAll().where('id', '=', p.ws));

export function workspaceStore(session: Session): Stores['workspace'] {
  const { connection: on } = session;
  return {
    get: async () => {
      const row = GET.get(on, { ws: session.workspaceId });
      return row ? decodeWorkspace(row) : null;
    },
    insert: async (workspace) => insert(on, encode(workspace)),
    update: async (workspace) => {
      session.keyholdersChanged = true;
      update(on, encode(workspace));
    },
  };
}

const encode = (workspace: Workspace): Row => ({
  id: workspace.id,
  name: workspace.name,
  agent_completion: Number(workspace.agentCompletion),
  goal_verification: workspace.goalVerification,
  plan_chat: Number(workspace.plan.chat),
  created_at: workspace.createdAt,
  updated_at: workspace.updatedAt,
});

export const decodeWorkspace = (row: Row): Workspace => ({
  id: row.id,
  name: row.name,
  agentCompletion: row.agent_completion === 1,
  goalVerification: row.goal_verification as Workspace['goalVerification'],
  plan: { chat: row.plan_chat === 1 },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
