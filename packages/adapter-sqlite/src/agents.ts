import type { Stores, Telemetry } from '@tandem/core';
import { NO_SESSIONS } from '@tandem/core';
import { sql } from 'kysely';
import { below, decodedPage } from './page.ts';
import { db, query } from './query.ts';
import { insertInto } from './rows.ts';
import type { Schema } from './schema.ts';
import { countsOf, nextIn, type Session } from './session.ts';

type Row = Schema['telemetry'];

const PUT_SESSIONS = query(
  (p: Schema['snapshots']) => sql`
    INSERT INTO snapshots (workspace_id, agent_id, sessions, size, taken_at)
    VALUES (${p.workspace_id}, ${p.agent_id}, ${p.sessions}, ${p.size}, ${p.taken_at})
    ON CONFLICT (workspace_id, agent_id)
    DO UPDATE SET sessions = excluded.sessions, size = excluded.size, taken_at = excluded.taken_at`,
);
const SESSIONS = query((p: { ws: string; agentId: string }) =>
  db.selectFrom('snapshots').selectAll().where('workspace_id', '=', p.ws).where('agent_id', '=', p.agentId),
);
const COUNT_SESSIONS = query((p: { ws: string; agentId: string }) =>
  db
    .selectFrom('snapshots')
    .select('size')
    .where('workspace_id', '=', p.ws)
    .where('agent_id', '=', p.agentId),
);
const insert = insertInto('telemetry');
const LIST = query((p: { ws: string; agentId: string; before: number; limit: number }) =>
  db
    .selectFrom('telemetry')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('agent_id', '=', p.agentId)
    .where('seq', '<', p.before)
    .orderBy('seq', 'desc')
    .limit(p.limit),
);
const FORGET = query(
  (p: { ws: string; before: number; atMost: number }) => sql<{ seq: number }>`
    DELETE FROM telemetry WHERE (workspace_id, agent_id, seq) IN (
      SELECT workspace_id, agent_id, seq FROM telemetry
      WHERE workspace_id = ${p.ws} AND at < ${p.before} ORDER BY at LIMIT ${p.atMost})
    RETURNING seq`,
);

export function monitoringStore(session: Session): Stores['monitoring'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  return {
    putSessions: async (agentId, { sessions, takenAt }) =>
      PUT_SESSIONS.run(on, {
        workspace_id: ws(),
        agent_id: agentId,
        sessions: JSON.stringify(sessions),
        size: sessions.length,
        taken_at: takenAt ?? 0,
      }),
    sessions: async (agentId) => {
      const row = SESSIONS.get(on, { ws: ws(), agentId });
      return row ? { sessions: JSON.parse(row.sessions), takenAt: row.taken_at } : NO_SESSIONS;
    },
    countSessions: async (agentId) => COUNT_SESSIONS.get(on, { ws: ws(), agentId })?.size ?? 0,
    addTelemetry: async (agentId, telemetry) =>
      insert(on, {
        workspace_id: ws(),
        agent_id: agentId,
        seq: nextIn(session, 'row'),
        at: telemetry.at,
        status: telemetry.status,
        model: telemetry.model,
        context_tokens: telemetry.contextTokens,
        context_limit: telemetry.contextLimit,
        active_sessions: telemetry.activeSessions,
        usage: telemetry.usage && JSON.stringify(telemetry.usage),
      }),
    latestTelemetry: async (agentId) => {
      const row = LIST.get(on, { ws: ws(), agentId, before: Number.MAX_SAFE_INTEGER, limit: 1 });
      return row ? decode(row) : null;
    },
    telemetry: async (agentId, { limit, after }) => {
      const before = below(after);
      const total = countsOf(session, 'telemetry', agentId).reduce((sum, { n }) => sum + n, 0);
      return {
        ...decodedPage(LIST.all(on, { ws: ws(), agentId, before, limit: limit + 1 }), limit, decode),
        total,
      };
    },
    forgetTelemetry: async (before, atMost) => FORGET.all(on, { ws: ws(), before, atMost }).length,
  };
}

const decode = (row: Row): Telemetry => ({
  at: row.at,
  status: row.status as Telemetry['status'],
  model: row.model,
  contextTokens: row.context_tokens,
  contextLimit: row.context_limit,
  activeSessions: row.active_sessions,
  usage: row.usage === null ? null : JSON.parse(row.usage),
});
