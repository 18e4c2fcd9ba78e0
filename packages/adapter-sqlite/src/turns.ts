import type { Stores, Turn } from '@tandem/core';
import { sql } from 'kysely';
import { db, query } from './query.ts';
import { insertInto, updateRow } from './rows.ts';
import type { Schema } from './schema.ts';
import { nextIn, type Session } from './session.ts';

type Row = Schema['turns'];

/** Expired leases dealt with in one unit of work. */
const EXPIRED_AT_ONCE = 100;

const insert = insertInto('turns');
const update = updateRow('turns', ['workspace_id', 'id']);

const BY_ID = query((p: { ws: string; id: string }) =>
  db.selectFrom('turns').selectAll().where('workspace_id', '=', p.ws).where('id', '=', p.id),
);
const OPEN_OF = query(
  (p: { ws: string; chatId: string }) => sql<Row>`
    SELECT * FROM turns WHERE workspace_id = ${p.ws} AND chat_id = ${p.chatId} AND status = 'pending'`,
);
const NEXT_OF = query(
  (p: { ws: string; agentId: string }) => sql<Row>`
    SELECT * FROM turns WHERE workspace_id = ${p.ws} AND agent_id = ${p.agentId} AND state = 'queued'
    ORDER BY seq LIMIT 1`,
);
const OPEN_OF_AGENT = query(
  (p: { ws: string; agentId: string }) => sql<Row>`
    SELECT * FROM turns WHERE workspace_id = ${p.ws} AND agent_id = ${p.agentId} AND status = 'pending'
    ORDER BY seq`,
);
const EXPIRED = query(
  (p: { ws: string; now: number; atMost: number }) => sql<Row>`
    SELECT * FROM turns WHERE state = 'running' AND lease_expires_at <= ${p.now} AND workspace_id = ${p.ws}
    ORDER BY seq LIMIT ${p.atMost}`,
);

export function turnStore(session: Session): Stores['turns'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  return {
    insert: async (turn) => insert(on, { ...encode(ws(), turn), seq: nextIn(session, 'row') }),
    update: async (turn) => {
      update(on, encode(ws(), turn));
    },
    byId: async (id) => decodeOrNull(BY_ID.get(on, { ws: ws(), id })),
    openOf: async (chatId) => decodeOrNull(OPEN_OF.get(on, { ws: ws(), chatId })),
    nextOf: async (agentId) => decodeOrNull(NEXT_OF.get(on, { ws: ws(), agentId })),
    openOfAgent: async (agentId) => OPEN_OF_AGENT.all(on, { ws: ws(), agentId }).map(decode),
    expired: async (now, agentId) =>
      EXPIRED.all(on, { ws: ws(), now, atMost: EXPIRED_AT_ONCE })
        .filter((row) => agentId === undefined || row.agent_id === agentId)
        .map(decode),
  };
}

const encode = (workspaceId: string, turn: Turn): Omit<Row, 'seq'> => ({
  workspace_id: workspaceId,
  id: turn.id,
  chat_id: turn.chatId,
  agent_id: turn.agentId,
  status: turn.status,
  state: turn.state,
  error_code: turn.errorCode,
  error_message: turn.errorMessage,
  human_message_id: turn.humanMessageId,
  reply_message_id: turn.replyMessageId,
  lease_token: turn.lease?.token ?? null,
  lease_expires_at: turn.lease?.expiresAt ?? null,
  lease_seconds: turn.lease?.seconds ?? null,
  claims: turn.claims,
  created_at: turn.createdAt,
  updated_at: turn.updatedAt,
  completed_at: turn.completedAt,
});

const decode = (row: Row): Turn => ({
  id: row.id,
  chatId: row.chat_id,
  agentId: row.agent_id,
  status: row.status as Turn['status'],
  state: row.state as Turn['state'],
  errorCode: row.error_code,
  errorMessage: row.error_message,
  humanMessageId: row.human_message_id,
  replyMessageId: row.reply_message_id,
  lease:
    row.lease_token === null
      ? null
      : {
          token: row.lease_token,
          expiresAt: row.lease_expires_at ?? 0,
          seconds: row.lease_seconds ?? 0,
        },
  claims: row.claims,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  completedAt: row.completed_at,
});

const decodeOrNull = (row: Row | undefined) => (row ? decode(row) : null);
