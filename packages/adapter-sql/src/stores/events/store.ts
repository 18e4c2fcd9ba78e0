import {
  CALLER_TYPES,
  EVENT_ENTITY_TYPES,
  type Event,
  entryCount,
  isRecorded,
  type LogRange,
  type NewEvent,
  type Related,
  type StoredChange,
  type Stores,
} from '@tandem/core';
import { sql } from 'kysely';
import { date, isObjectOf, isText, isTextOrNull, json, oneOf, Unreadable } from '../../columns.ts';
import { andThen, type Truncated } from '../../connection.ts';
import { JOIN_IN_ORDER, merged, NOT_LEADING } from '../../dialect.ts';
import { below, decodedPage } from '../../page.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto } from '../../rows.ts';
import { countsOf, type Session } from '../../session.ts';
import type { Schema } from '../schema.ts';

type Row = Schema['events'];

const insert = insertInto('events');

/** Reads the index first and then only the rows of the page: in one query, SQLite would scan the whole log. */
const EVENTS_OF_ENTITY = query(
  (p: { ws: string; type: string; id: string; before: number; limit: number }) => sql<Row>`
    SELECT e.* FROM (
      SELECT seq AS at FROM events
      WHERE workspace_id = ${p.ws} AND entity_type = ${p.type} AND entity_id = ${p.id} AND entries > 0
        AND seq < ${p.before}
      ORDER BY seq DESC LIMIT ${p.limit}
    ) page
    ${JOIN_IN_ORDER} events e ON e.workspace_id = ${p.ws} AND e.seq = page.at
    ORDER BY page.at DESC`,
);

/** Events by the agent and on the agent: each from its own index, merged lazily. */
const EVENTS_OF_AGENT = query(
  (p: { ws: string; id: string; before: number; limit: number }) => sql<Row>`
    SELECT e.* FROM (${merged(
      [
        sql`SELECT seq AS at FROM events
          WHERE workspace_id = ${p.ws} AND actor_type = 'agent' AND actor_id = ${p.id} AND entries > 0
            AND seq < ${p.before}`,
        sql`SELECT seq AS at FROM events
          WHERE workspace_id = ${p.ws} AND entity_type = 'agent' AND entity_id = ${p.id} AND entries > 0
            AND seq < ${p.before}`,
      ],
      { by: 'at', limit: p.limit, distinct: true },
    )}) page
    ${JOIN_IN_ORDER} events e ON e.workspace_id = ${p.ws} AND e.seq = page.at
    ORDER BY page.at DESC`,
);

const BOUNDS = query(
  (p: { ws: string }) => sql<{ last: number; keptAfter: number }>`
    SELECT COALESCE((SELECT MAX(seq) FROM events WHERE workspace_id = ${p.ws}), 0) AS last,
      COALESCE((SELECT kept_after FROM event_logs WHERE workspace_id = ${p.ws}), 0) AS "keptAfter"`,
);

const AFTER = query(
  (p: { ws: string; after: number; limit: number }) => sql<Row>`
    SELECT * FROM events WHERE workspace_id = ${p.ws} AND seq > ${p.after} ORDER BY seq LIMIT ${p.limit}`,
);

/** Listed and unlisted events of the entity: each from its own index, merged lazily. */
const EVENTS_OF_ENTITY_AFTER = query(
  (p: { ws: string; type: string; id: string; after: number; limit: number }) => sql<Row>`
    SELECT e.* FROM (${merged(
      [sql`entries > 0`, sql`entries = 0`].map(
        (listed) => sql`SELECT seq AS at FROM events
          WHERE workspace_id = ${p.ws} AND entity_type = ${p.type} AND entity_id = ${p.id} AND ${listed}
            AND seq > ${p.after}`,
      ),
      { by: 'at', order: 'ASC', limit: p.limit },
    )}) page
    ${JOIN_IN_ORDER} events e ON e.workspace_id = ${p.ws} AND e.seq = page.at
    ORDER BY page.at`,
);

const OLDEST_KEPT = query(
  (p: { ws: string; after: number; last: number; limit: number }) => sql<{ seq: number; at: number }>`
    SELECT seq, created_at AS at FROM events
    WHERE workspace_id = ${p.ws} AND seq > ${p.after} AND seq < ${p.last} ORDER BY seq LIMIT ${p.limit}`,
);
const FORGET = query(
  (p: { ws: string; after: number; upTo: number }) => sql`
    DELETE FROM events
    WHERE workspace_id = ${p.ws} AND seq > ${p.after} AND seq <= ${p.upTo} AND ${NOT_LEADING}entries = 0`,
);
const KEEP_AFTER = query(
  (p: { ws: string; upTo: number }) => sql`
    INSERT INTO event_logs (workspace_id, kept_after) VALUES (${p.ws}, ${p.upTo})
    ON CONFLICT (workspace_id) DO UPDATE SET kept_after = excluded.kept_after`,
);

export function eventStore(session: Session): Stores['events'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'events', ({ seq }: Row) => seq, decode);
  const countOfAgent = async (id: string) =>
    [
      ...(await countsOf(session, 'agent_events', id)),
      ...(await countsOf(session, 'events_on_other_agents', id)),
    ].reduce((sum, { n }) => sum + n, 0);
  const bounds = async () => {
    const { last = 0, keptAfter = 0 } = (await BOUNDS.get(on, { ws: ws() })) ?? {};
    return { keptAfter, last };
  };
  const range = ({ rows, cut }: Truncated<Row>, after: number, limit: number): LogRange => ({
    events: read.all(rows),
    upTo: rows.at(-1)?.seq ?? after,
    more: cut || rows.length === limit,
  });
  return {
    append: async (event) =>
      andThen(session.next('event'), (seq) => {
        insert(on, encode(ws(), event, seq));
        return seq;
      }),
    ofEntity: async (type, id, { limit, after }) => {
      const before = below(after);
      const rows = await EVENTS_OF_ENTITY.few(on, { ws: ws(), type, id, before, limit: limit + 1 });
      return decodedPage(rows, limit, read);
    },
    ofAgent: async (id, { limit, after }) => {
      const before = below(after);
      const rows = await EVENTS_OF_AGENT.few(on, { ws: ws(), id, before, limit: limit + 1 });
      return { ...decodedPage(rows, limit, read), total: await countOfAgent(id) };
    },
    countOfAgent,
    bounds,
    after: async (after, limit) =>
      andThen(AFTER.few(on, { ws: ws(), after, limit }), (rows) => range(rows, after, limit)),
    ofEntityAfter: async (type, id, after, limit) =>
      andThen(EVENTS_OF_ENTITY_AFTER.few(on, { ws: ws(), type, id, after, limit }), (rows) =>
        range(rows, after, limit),
      ),
    forget: async (before, atMost) => {
      const { keptAfter: after, last } = await bounds();
      const rows = await OLDEST_KEPT.all(on, { ws: ws(), after, last, limit: atMost });
      const young = rows.findIndex(({ at }) => at >= before);
      const old = young < 0 ? rows : rows.slice(0, young);
      const upTo = old.at(-1)?.seq;
      if (upTo === undefined) return false;
      FORGET.run(on, { ws: ws(), after, upTo });
      KEEP_AFTER.run(on, { ws: ws(), upTo });
      return old.length === atMost;
    },
  };
}

const encode = (workspaceId: string, event: NewEvent, seq: number): Row => {
  const [first, ...more] = event.changes;
  return {
    workspace_id: workspaceId,
    seq,
    id: event.id,
    actor_type: event.actor.type,
    actor_id: event.actor.id,
    actor_name: event.actor.name,
    key_owner: event.actor.keyOwner,
    entity_type: event.entity.type,
    entity_id: event.entity.id,
    entity_title: event.entity.title,
    action: event.action,
    field: first?.field ?? null,
    old_value: first?.oldValue ?? null,
    new_value: first?.newValue ?? null,
    reason: event.reason,
    created_at: event.createdAt,
    task_number: event.entity.taskNumber ?? null,
    more_changes: more.length === 0 ? null : JSON.stringify(more),
    related: event.related && JSON.stringify(event.related),
    entries: entryCount(event),
  };
};

const actorType = oneOf('actor_type', CALLER_TYPES);
const entityType = oneOf('entity_type', EVENT_ENTITY_TYPES);

const isChange = (value: unknown): value is StoredChange =>
  isObjectOf(value, { id: isText, field: isText, oldValue: isTextOrNull, newValue: isTextOrNull });
const moreChanges = json(
  'more_changes',
  'list of changes',
  (value): value is StoredChange[] => Array.isArray(value) && value.every(isChange),
);
const related = json(
  'related',
  'object of texts',
  (value): value is Related =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isText),
);

const changesOf = (row: Row): StoredChange[] => {
  if (row.field === null) return [];
  const first = { id: row.id, field: row.field, oldValue: row.old_value, newValue: row.new_value };
  return row.more_changes === null ? [first] : [first, ...moreChanges(row.more_changes)];
};

const decode = (row: Row): Event => {
  const type = entityType(row.entity_type);
  if (!isRecorded(type, row.action)) throw new Unreadable(`action is not one recorded for a ${type}`);
  return {
    id: row.id,
    seq: row.seq,
    actor: {
      type: actorType(row.actor_type),
      id: row.actor_id,
      name: row.actor_name,
      keyOwner: row.key_owner,
    },
    entity: {
      type,
      id: row.entity_id,
      title: row.entity_title,
      ...(row.task_number !== null && { taskNumber: row.task_number }),
    },
    action: row.action as Event['action'],
    changes: changesOf(row),
    reason: row.reason,
    related: row.related === null ? null : related(row.related),
    createdAt: date('created_at', row.created_at),
  };
};
