import type { Event, Stores } from '@tandem/core';
import { pageOf } from '@tandem/core';
import { sql } from 'kysely';
import { db, query } from './query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

type Row = Schema['events'];

/** The log is only ever added to, so its last number tells the next. */
const APPEND = query(
  (p: Omit<Row, 'seq'>) => sql`
    INSERT INTO events (workspace_id, seq, id, actor_type, actor_id, actor_name, key_owner,
      entity_type, entity_id, entity_title, action, field, old_value, new_value, created_at)
    VALUES (${p.workspace_id},
      (SELECT COALESCE(MAX(seq), 0) + 1 FROM events WHERE workspace_id = ${p.workspace_id}),
      ${p.id}, ${p.actor_type}, ${p.actor_id}, ${p.actor_name}, ${p.key_owner},
      ${p.entity_type}, ${p.entity_id}, ${p.entity_title}, ${p.action}, ${p.field},
      ${p.old_value}, ${p.new_value}, ${p.created_at})`,
);

const OF_ENTITY = query((p: { ws: string; type: string; id: string; before: number; limit: number }) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('entity_type', '=', p.type)
    .where('entity_id', '=', p.id)
    .where('seq', '<', p.before)
    .orderBy('seq', 'desc')
    .limit(p.limit),
);

export function eventStore(session: Session): Stores['events'] {
  const { connection: on } = session;
  return {
    append: async (events) => {
      for (const event of events) APPEND.run(on, encode(session.workspaceId, event));
    },
    ofEntity: async (type, id, { limit, after }) => {
      const before = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after);
      const rows = OF_ENTITY.all(on, { ws: session.workspaceId, type, id, before, limit: limit + 1 });
      const page = pageOf(rows, limit, ({ seq }) => seq);
      return { ...page, items: page.items.map(decode) };
    },
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
  created_at: event.createdAt,
});

const decode = (row: Row): Event => ({
  id: row.id,
  actor: {
    type: row.actor_type as Event['actor']['type'],
    id: row.actor_id,
    name: row.actor_name,
    keyOwner: row.key_owner,
  },
  entity: {
    type: row.entity_type as Event['entity']['type'],
    id: row.entity_id,
    title: row.entity_title,
  },
  action: row.action as Event['action'],
  field: row.field,
  oldValue: row.old_value,
  newValue: row.new_value,
  createdAt: row.created_at,
});
