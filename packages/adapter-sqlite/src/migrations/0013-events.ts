import { counting } from './counting.ts';

/**
 * Turns the log into events: a row is one event with all its changes, and stores its number of activity entries. Events
 * without activity entries have indexes of their own, so that neither kind is scanned for the other. Existing rows
 * become events with at most one change, as they were recorded.
 */
export const events = `
ALTER TABLE events ADD COLUMN task_number INTEGER;
ALTER TABLE events ADD COLUMN more_changes TEXT;
ALTER TABLE events ADD COLUMN related TEXT;
ALTER TABLE events ADD COLUMN entries INTEGER NOT NULL DEFAULT 1;

UPDATE events SET task_number = (
  SELECT t.number FROM tasks t WHERE t.workspace_id = events.workspace_id AND t.id = events.entity_id
) WHERE entity_type = 'task';

DROP INDEX events_by_entity;
DROP INDEX events_by_actor;
CREATE INDEX events_by_entity ON events (workspace_id, entity_type, entity_id, seq, entries) WHERE entries > 0;
CREATE INDEX events_by_actor ON events (workspace_id, actor_id, seq, entries) WHERE entries > 0;
CREATE INDEX events_not_listed ON events (workspace_id, entity_type, entity_id, seq, entries) WHERE entries = 0;

DROP TRIGGER agent_events_added;
DROP TRIGGER agent_events_taken;
DROP TRIGGER events_on_other_agents_added;
DROP TRIGGER events_on_other_agents_taken;
${counting({
  table: 'events',
  kind: 'agent_events',
  owner: `CASE WHEN ROW.entries = 0 THEN NULL WHEN ROW.actor_type = 'agent' THEN ROW.actor_id WHEN ROW.entity_type = 'agent' THEN ROW.entity_id END`,
  bucket: `''`,
  columns: [],
  weight: 'ROW.entries',
})}
${counting({
  table: 'events',
  kind: 'events_on_other_agents',
  owner: `CASE WHEN ROW.entries > 0 AND ROW.actor_type = 'agent' AND ROW.entity_type = 'agent' AND ROW.actor_id <> ROW.entity_id THEN ROW.entity_id END`,
  bucket: `''`,
  columns: [],
  weight: 'ROW.entries',
})}

CREATE TABLE event_logs (
  workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  kept_after INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE members ADD COLUMN chat_events_after INTEGER NOT NULL DEFAULT 0;
UPDATE members SET chat_events_after = COALESCE(
  (SELECT max(seq) FROM events e WHERE e.workspace_id = members.workspace_id), 0
) WHERE chats_from > 0;
`;
