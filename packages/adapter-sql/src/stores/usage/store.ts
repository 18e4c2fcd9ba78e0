import {
  type Day,
  monthOf,
  NO_USAGE,
  plusUsage,
  type SeenPoint,
  type Stores,
  type Usage,
} from '@tandem/core';
import { sql } from 'kysely';
import { finite, Unreadable } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { batch, textsOf } from '../../dialect.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { type ClaimUsage, readAttempts, sourcesOf } from './attempts.ts';
import { NONE, numbers, readSums, USAGE_SUM, type UsageKind, type UsageRow } from './sums.ts';

type PointRow = Pick<Schema['seen_points'], 'workspace_id' | 'point' | 'time' | 'value'>;

/** The owner of a workspace's sums. */
const WORKSPACE = '';
const PUT = query(
  (p: { ws: string; kind: UsageKind; period: string; owner: string; usage: string }) => sql`
    INSERT INTO usage_sums (workspace_id, kind, period, owner, usage)
    VALUES (${p.ws}, ${p.kind}, ${p.period}, ${p.owner}, ${p.usage})
    ON CONFLICT (workspace_id, kind, period, owner) DO UPDATE SET usage = excluded.usage`,
);
const USAGE_OF_CLAIM = query(
  (p: { ws: string; id: string }) => sql<ClaimUsage>`
    SELECT workspace_id, id, usage, measured FROM claims WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const KEEP_OF_CLAIM = query(
  (p: { ws: string; id: string; usage: string; measured: string }) => sql`
    UPDATE claims SET usage = ${p.usage}, measured = ${p.measured} WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const SEEN_POINTS = query(
  (p: { ws: string; owner: string; points: string }) => sql<PointRow>`
    SELECT workspace_id, point, time, value FROM seen_points
    WHERE workspace_id = ${p.ws} AND owner = ${p.owner} AND point IN ${textsOf(p.points)}`,
);
const SEE_POINT = query(
  (p: { ws: string; owner: string; at: number } & SeenPoint) => sql`
    INSERT INTO seen_points (workspace_id, owner, point, time, value, at)
    VALUES (${p.ws}, ${p.owner}, ${p.key}, ${p.time}, ${p.value}, ${p.at})
    ON CONFLICT (workspace_id, owner, point) DO UPDATE
    SET time = excluded.time, value = excluded.value, at = excluded.at`,
);
const FORGET_POINTS = query(
  (p: { ws: string; before: number; atMost: number }) => sql`
    DELETE FROM seen_points WHERE ${batch({
      table: 'seen_points',
      key: ['owner', 'point'],
      ws: p.ws,
      where: sql`at < ${p.before}`,
      rows: p.atMost,
      index: 'seen_points_by_age',
      byKey: true,
    })}`,
);
const NOTE_LIMIT = query(
  (p: { ws: string; day: Day; agentId: string; since: number }) => sql`
    INSERT INTO limits_reached (workspace_id, day, agent_id, since)
    VALUES (${p.ws}, ${p.day}, ${p.agentId}, ${p.since}) ON CONFLICT DO NOTHING`,
);
const forgetLimit = deleteFrom('limits_reached', ['workspace_id', 'day', 'agent_id']);
/** Sorted in the query: few agents reach a limit on one day. */
const LIMITS_REACHED = query(
  (p: { ws: string; day: Day }) => sql<{ agent_id: string; since: number }>`
    SELECT agent_id, since FROM limits_reached WHERE workspace_id = ${p.ws} AND day = ${p.day}
    ORDER BY since, agent_id LIMIT 1000`,
);
const PAST_LIMITS = query(
  (p: { ws: string; day: Day }) => sql<{ day: string; agent_id: string }>`
    SELECT day, agent_id FROM limits_reached WHERE workspace_id = ${p.ws} AND day < ${p.day} LIMIT 100`,
);

function nanoseconds(time: string): string {
  if (/^\d+$/.test(time)) return time;
  throw new Unreadable('time must be a number of nanoseconds');
}

export function usageStore(session: Session): Stores['usage'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;

  const onBadRow = session.reportBadRow;
  const sums = reading(
    onBadRow,
    'usage_sums',
    ({ kind, period, owner }: UsageRow) => `${kind} ${period} ${owner}`,
    ({ usage }) => numbers(usage),
  );
  const ofClaims = reading(onBadRow, 'claims', ({ id }: ClaimUsage) => id, sourcesOf);

  // An unreadable point counts as not seen.
  const points = reading(
    onBadRow,
    'seen_points',
    ({ point }: PointRow) => point,
    ({ point: key, time, value }): SeenPoint => ({
      key,
      time: nanoseconds(time),
      value: finite('value', value),
    }),
  );

  const add = async (kind: UsageKind, period: string, owner: string, usage: Usage) => {
    const place = { ws: ws(), kind, period, owner };
    const before = sums.one(await USAGE_SUM.get(on, place)) ?? {};
    PUT.run(on, { ...place, usage: JSON.stringify(plusUsage(before, usage)) });
  };
  const sumOf = async (kind: UsageKind, period: string, owner: string): Promise<Usage> =>
    sums.one(await USAGE_SUM.get(on, { ws: ws(), kind, period, owner })) ?? {};

  return {
    add: async (day, { agentId, projectId, taskNumber }, usage) => {
      const task = taskNumber === null ? NONE : String(taskNumber).padStart(16, '0');
      await Promise.all(
        [day, monthOf(day)].flatMap((period) => [
          add('workspace', period, WORKSPACE, usage),
          add('agent', period, agentId ?? NONE, usage),
          add('project', period, projectId ?? NONE, usage),
          add('task', period, task, usage),
          ...(agentId === null
            ? []
            : [
                add('agent_project', period, `${agentId} ${projectId ?? NONE}`, usage),
                add('agent_task', period, `${agentId} ${task}`, usage),
              ]),
        ]),
      );
    },
    inMonthOf: async (day) => sumOf('workspace', monthOf(day), WORKSPACE),
    ofAgent: async (agentId, day) => sumOf('agent', day, agentId),
    ofClaim: async (id) =>
      andThen(USAGE_OF_CLAIM.get(on, { ws: ws(), id }), (row) => ofClaims.one(row) ?? NO_USAGE),
    keepOfClaim: async (id, { reported, measured }) => {
      const usage = JSON.stringify([{ usage: reported }]);
      KEEP_OF_CLAIM.run(on, { ws: ws(), id, usage, measured: JSON.stringify(measured) });
    },
    seenPoints: async (owner, keys) =>
      andThen(SEEN_POINTS.all(on, { ws: ws(), owner, points: JSON.stringify(keys) }), (rows) =>
        points.all(rows),
      ),
    seePoints: async (owner, points, at) => {
      for (const point of points) SEE_POINT.run(on, { ws: ws(), owner, at, ...point });
    },
    forgetPoints: async (before, atMost) => FORGET_POINTS.changes(on, { ws: ws(), before, atMost }),
    noteLimit: async (day, agentId, since) =>
      andThen(NOTE_LIMIT.changes(on, { ws: ws(), day, agentId, since }), (changes) => changes > 0),
    pastLimits: async (day) =>
      andThen(PAST_LIMITS.all(on, { ws: ws(), day }), (rows) =>
        rows.map((row) => ({ day: row.day, agentId: row.agent_id })),
      ),
    forgetLimit: async (day, agentId) => forgetLimit(on, { workspace_id: ws(), day, agent_id: agentId }),
    limitsReached: async (day) =>
      andThen(LIMITS_REACHED.all(on, { ws: ws(), day }), (rows) =>
        rows.map(({ agent_id, since }) => ({
          agentId: agent_id,
          since,
        })),
      ),
    sums: (by, filter, page) =>
      by === 'attempt' ? readAttempts(session, filter, page) : readSums(session, by, filter, page),
  };
}
