import type { Stores, Workspace } from '@tandem/core';
import { AGENT_INTAKES, GOAL_VERIFICATION_MODES, PROOF_OF_DONE } from '@tandem/core';
import { count, date, oneOf } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { db, query } from '../../query.ts';
import { type BadRowListener, type Reading, reading } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';

type Row = Schema['workspaces'];

const insert = insertInto('workspaces');
const update = updateRow('workspaces', ['id']);

const GET = query((p: { ws: string }) => db.selectFrom('workspaces').selectAll().where('id', '=', p.ws));

export function workspaceStore(session: Session): Stores['workspace'] {
  const { connection: on } = session;
  const read = readingWorkspaces(session.reportBadRow);
  return {
    get: async () => andThen(GET.get(on, { ws: session.workspaceId }), read.one),
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
  agent_intake: workspace.agentIntake,
  agent_intake_limit: workspace.agentIntakeLimit,
  proof_of_done: workspace.proofOfDone,
  plan_chat: Number(workspace.plan.chat),
  created_at: workspace.createdAt,
  updated_at: workspace.updatedAt,
});

export const readingWorkspaces = (tell: BadRowListener): Reading<Row, Workspace> => {
  const { one, all, each } = reading(tell, 'workspaces', ({ id }: Identified) => id, decode);
  return {
    one: (row) => one(row && identified(row)),
    all: (rows) => all(rows.map(identified)),
    each: (rows) => each(rows.map(identified)),
  };
};

type Identified = Row & { readonly workspace_id: string };
const identified = (row: Row): Identified => ({ ...row, workspace_id: row.id });

const intake = oneOf('agent_intake', AGENT_INTAKES);
const mode = oneOf('goal_verification', GOAL_VERIFICATION_MODES);

const proof = oneOf('proof_of_done', PROOF_OF_DONE);

const decode = (row: Row): Workspace => ({
  id: row.id,
  name: row.name,
  agentCompletion: row.agent_completion === 1,
  goalVerification: mode(row.goal_verification),
  agentIntake: intake(row.agent_intake),
  agentIntakeLimit: count('agent_intake_limit', row.agent_intake_limit),
  proofOfDone: proof(row.proof_of_done),
  plan: { chat: row.plan_chat === 1 },
  createdAt: date('created_at', row.created_at),
  updatedAt: date('updated_at', row.updated_at),
});
