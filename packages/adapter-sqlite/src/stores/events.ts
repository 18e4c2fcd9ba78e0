import type { Event, Stores } from '@tandem/core';
import { CALLER_TYPES, ENTITY_TYPES } from '@tandem/core';
import { sql } from 'kysely';
import { date, oneOf } from '../engine/columns.ts';
import { below, decodedPage } from '../engine/page.ts';
import { query } from '../engine/query.ts';
import { reading } from '../engine/reading.ts';
import { countsOf, type Session } from '../engine/session.ts';
import type { Schema } from './schema.ts';

type Row = Schema['events'];

/** The log is only ever added to, so its last number tells the next. */
const APPEND = query(
  (p: Omit<Row, 'seq'>) => sql<{ seq: number }>`
    INSERT INTO events (workspace_id, seq, id, actor_type, actor_id, actor_name, key_owner,
      entity_type, entity_id, entity_title, action, field, old_value, new_value, reason, created_at)
    VALUES (${p.workspace_id},
      (SELECT COALESCE(MAX(seq), 0) + 1 FROM events WHERE workspace_id = ${p.workspace_id}),
      ${p.id}, ${p.actor_type}, ${p.actor_id}, ${p.actor_name}, ${p.key_owner},
      ${p.entity_type}, ${p.entity_id}, ${p.entity_title}, ${p.action}, ${p.field},
      ${p.old_value}, ${p.new_value}, ${p.reason}, ${p.created_at})
    RETURNING seq`,
);

/** From the index alone, and only then the rows: asked for all at once, SQLite would try the whole log. */
const OF_ENTITY = query(
  (p: { ws: string; type: string; id: string; before: number; limit: number }) => sql<Row>`
    SELECT e.* FROM (
      SELECT seq AS at FROM events
      WHERE workspace_id = ${p.ws} AND entity_type = ${p.type} AND entity_id = ${p.id} AND seq < ${p.before}
      ORDER BY seq DESC LIMIT ${p.limit}
    ) page
    CROSS JOIN events e ON e.workspace_id = ${p.ws} AND e.seq = page.at
    ORDER BY page.at DESC`,
);

/** What the agent did and what was done to it: each from its own index, merged as it goes. */
const OF_AGENT = query(
  (p: { ws: string; id: string; before: number; limit: number }) => sql<Row>`
    SELECT * FROM (
      SELECT seq AS at FROM events WHERE workspace_id = ${p.ws} AND actor_id = ${p.id} AND seq < ${p.before}
      UNION
      SELECT seq FROM events
      WHERE workspace_id = ${p.ws} AND entity_type = 'agent' AND entity_id = ${p.id} AND seq < ${p.before}
      ORDER BY 1 DESC LIMIT ${p.limit}
    ) page
    CROSS JOIN events e ON e.workspace_id = ${p.ws} AND e.seq = page.at
    ORDER BY page.at DESC`,
);

export function eventStore(session: Session): Stores['events'] {
  const { connection: on } = session;
  const read = reading(session.reportBadRow, 'events', ({ seq }: Row) => seq, decode);
  const countOfAgent = (id: string) =>
    [...countsOf(session, 'agent_events', id), ...countsOf(session, 'events_on_other_agents', id)].reduce(
      (sum, { n }) => sum + n,
      0,
    );
  return {
    append: async (events) => {
      let last = 0;
      for (const event of events) last = APPEND.get(on, encode(session.workspaceId, event))?.seq ?? last;
      return last;
    },
    ofEntity: async (type, id, { limit, after }) => {
      const before = below(after);
      const rows = OF_ENTITY.few(on, { ws: session.workspaceId, type, id, before, limit: limit + 1 });
      return decodedPage(rows, limit, read);
    },
    ofAgent: async (id, { limit, after }) => {
      const before = below(after);
      const rows = OF_AGENT.few(on, { ws: session.workspaceId, id, before, limit: limit + 1 });
      return { ...decodedPage(rows, limit, read), total: countOfAgent(id) };
    },
    countOfAgent: async (id) => countOfAgent(id),
  };
}

const encode = (workspaceId: string, event: Event): Omit<Row, 'seq'> => ({
  workspace_id: workspaceId,
  id: event.id,
  actor_type: event.actor.type,
  actor_id: event.actor.id,
  actor_name: event.actor.name,
  key_owner: event.actor.keyOwner,
  entity_type: event.entity.type,
  entity_id: event.entity.id,
  entity_title: event.entity.title,
  action: event.action,
  field: event.field,
  old_value: event.oldValue,
  new_value: event.newValue,
  reason: event.reason,
  created_at: event.createdAt,
});

const actorType = oneOf('actor_type', CALLER_TYPES);
const entityType = oneOf('entity_type', ENTITY_TYPES);

const decode = (row: Row): Event => ({
  id: row.id,
  actor: {
    type: actorType(row.actor_type),
    id: row.actor_id,
    name: row.actor_name,
    keyOwner: row.key_owner,
  },
  entity: {
    type: entityType(row.entity_type),
    id: row.entity_id,
    title: row.entity_title,
  },
  action: row.action as Event['action'],
  field: row.field,
  oldValue: row.old_value,
  newValue: row.new_value,
  reason: row.reason,
  createdAt: date('created_at', row.created_at),
});
