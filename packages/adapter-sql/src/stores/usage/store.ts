import { type Counted, type Day, monthOf, plusUsage, type Stores, type Usage } from '@tandem/core';
import { sql } from 'kysely';
import { isNumbers, isObjectOf, json } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { NONE, numbers, readSums, USAGE_SUM, type UsageKind, type UsageRow } from './sums.ts';

type ClaimRow = Pick<Schema['claims'], 'workspace_id' | 'id' | 'usage'>;

/** The owner of a workspace's sums. */
const WORKSPACE = '';
const PUT = query(
  (p: { ws: string; kind: UsageKind; period: string; owner: string; usage: string }) => sql`
    INSERT INTO usage_sums (workspace_id, kind, period, owner, usage)
    VALUES (${p.ws}, ${p.kind}, ${p.period}, ${p.owner}, ${p.usage})
    ON CONFLICT (workspace_id, kind, period, owner) DO UPDATE SET usage = excluded.usage`,
);
const USAGE_OF_CLAIM = query(
  (p: { ws: string; id: string }) => sql<ClaimRow>`
    SELECT workspace_id, id, usage FROM claims WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const KEEP_OF_CLAIM = query(
  (p: { ws: string; id: string; usage: string }) => sql`
    UPDATE claims SET usage = ${p.usage} WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
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
  const ofClaims = reading(
    onBadRow,
    'claims',
    ({ id }: ClaimRow) => id,
    ({ usage }) => (usage === null ? [] : counted(usage)),
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
        ]),
      );
    },
    inMonthOf: async (day) => sumOf('workspace', monthOf(day), WORKSPACE),
    ofAgent: async (agentId, day) => sumOf('agent', day, agentId),
    ofClaim: async (id) =>
      andThen(USAGE_OF_CLAIM.get(on, { ws: ws(), id }), (row) => ofClaims.one(row) ?? []),
    keepOfClaim: async (id, parts) => {
      KEEP_OF_CLAIM.run(on, { ws: ws(), id, usage: JSON.stringify(parts) });
    },
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
    sums: (by, range, page) => readSums(session, by, range, page),
  };
}

const counted = json(
  'usage',
  'list of what was counted',
  (value): value is Counted[] =>
    Array.isArray(value) && value.every((part) => isObjectOf(part, { usage: isNumbers })),
);
