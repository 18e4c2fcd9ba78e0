import type { AnswerStore } from '@tandem/core';
import { sql } from 'kysely';
import { portion } from '../dialect.ts';
import { db, query } from '../query.ts';
import type { Session } from '../session.ts';
import type { Schema } from './schema.ts';

const KEEP = query((p: Schema['answers']) =>
  db.insertInto('answers').values({
    workspace_id: p.workspace_id,
    caller_id: p.caller_id,
    key: p.key,
    request: p.request,
    payload_hash: p.payload_hash,
    status: p.status,
    body: p.body,
    created_at: p.created_at,
  }),
);
const RECALL = query((p: { ws: string; callerId: string; key: string; request: string }) =>
  db
    .selectFrom('answers')
    .select(['payload_hash', 'status', 'body', 'created_at'])
    .where('workspace_id', '=', p.ws)
    .where('caller_id', '=', p.callerId)
    .where('key', '=', p.key)
    .where('request', '=', p.request),
);
const FORGET = query(
  (p: { ws: string; before: number; atMost: number }) => sql`
    DELETE FROM answers WHERE ${portion({
      table: 'answers',
      key: ['caller_id', 'key', 'request'],
      ws: p.ws,
      where: sql`created_at < ${p.before}`,
      order: sql`created_at`,
      rows: p.atMost,
      index: 'answers_by_time',
    })}`,
);

export function answerStore(session: Session): AnswerStore {
  const { connection: on } = session;
  const ws = () => session.workspaceId;

  return {
    keep: async ({ callerId, key, request, payloadHash, status, body, createdAt }) => {
      KEEP.run(on, {
        workspace_id: ws(),
        caller_id: callerId,
        key,
        request,
        payload_hash: payloadHash,
        status,
        body,
        created_at: createdAt,
      });
    },
    recall: async (callerId, key, request) => {
      const row = await RECALL.get(on, { ws: ws(), callerId, key, request });
      if (!row) return null;
      const { payload_hash, status, body, created_at } = row;
      return { callerId, key, request, payloadHash: payload_hash, status, body, createdAt: created_at };
    },
    forget: async (before, atMost) => FORGET.changes(on, { ws: ws(), before, atMost }),
  };
}
