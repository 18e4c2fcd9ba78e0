import type { Stores, Telemetry } from '@tandem/core';
import { NO_SESSIONS, type SessionSnapshot } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { countGone } from '../../counting.ts';
import { batch } from '../../dialect.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { db, query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto } from '../../rows.ts';
import { countsOf, type Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { snapshots, telemetry } from './tables.ts';

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
  (p: { ws: string; before: number; atMost: number }) => sql<{ agent_id: string }>`
    DELETE FROM telemetry WHERE ${batch({
      table: 'telemetry',
      key: ['agent_id', 'seq'],
      ws: p.ws,
      where: sql`at < ${p.before}`,
      order: sql`at`,
      rows: p.atMost,
      byKey: true,
    })}
    RETURNING agent_id`,
);

export function monitoringStore(session: Session): Stores['monitoring'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const points = reading(
    session.reportBadRow,
    'telemetry',
    ({ agent_id, seq }: Row) => `${seq} of ${agent_id}`,
    decode,
  );
  const sessions = reading(
    session.reportBadRow,
    'snapshots',
    ({ agent_id }: Schema['snapshots']) => agent_id,
    decodeSnapshot,
  );
  return {
    putSessions: async (agentId, { sessions, takenAt }) =>
      PUT_SESSIONS.run(on, {
        workspace_id: ws(),
        agent_id: agentId,
        sessions: JSON.stringify(sessions),
        size: sessions.length,
        taken_at: takenAt ?? 0,
      }),
    sessions: async (agentId) =>
      andThen(SESSIONS.get(on, { ws: ws(), agentId }), (row) => sessions.one(row) ?? NO_SESSIONS),
    countSessions: async (agentId) =>
      andThen(COUNT_SESSIONS.get(on, { ws: ws(), agentId }), (row) => row?.size ?? 0),
    addTelemetry: async (agentId, point) =>
      andThen(session.next('row'), (seq) => insert(on, { ...encode(ws(), point), agent_id: agentId, seq })),
    latestTelemetry: async (agentId) =>
      andThen(LIST.get(on, { ws: ws(), agentId, before: Number.MAX_SAFE_INTEGER, limit: 1 }), points.one),
    telemetry: async (agentId, { limit, after }) => {
      const before = below(after);
      const total = (await countsOf(session, 'telemetry', agentId)).reduce((sum, { n }) => sum + n, 0);
      return {
        ...decodedPage(await LIST.few(on, { ws: ws(), agentId, before, limit: limit + 1 }), limit, points),
        total,
      };
    },
    forgetTelemetry: async (before, atMost) => {
      const gone = await FORGET.all(on, { ws: ws(), before, atMost });
      countGone(
        on,
        'telemetry',
        ws(),
        gone.map(({ agent_id }) => agent_id),
      );
      return gone.length;
    },
  };
}

const { encode, decode } = entityOf<Telemetry, Row>()(telemetry, {
  unsaved: ['agent_id', 'seq'],
  columns: {},
  fields: {},
});

const { decode: decodeSnapshot } = entityOf<SessionSnapshot, Schema['snapshots']>()(snapshots, {
  unsaved: ['agent_id', 'size', 'taken_at'],
  columns: {},
  fields: { takenAt: readersOf(snapshots).taken_at },
});
