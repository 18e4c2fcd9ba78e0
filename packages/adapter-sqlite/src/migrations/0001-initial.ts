import { type CountedRows, counting } from './counting.ts';

/** The totals that triggers maintain. */
export const COUNTED: readonly CountedRows[] = [
  {
    table: 'members',
    kind: 'members',
    owner: `CASE WHEN ROW.deleted = 0 THEN ROW.type END`,
    bucket: `COALESCE(ROW.status, ROW.role, '')`,
    columns: ['deleted', 'status', 'role'],
  },
  {
    table: 'goals',
    kind: 'goals',
    owner: `''`,
    bucket: `ROW.archived || ' ' || ROW.status`,
    columns: ['archived', 'status'],
  },
  {
    table: 'goals',
    kind: 'initiative_goals',
    owner: `ROW.initiative_id`,
    bucket: `ROW.archived || ' ' || ROW.status`,
    columns: ['initiative_id', 'archived', 'status'],
  },
  {
    table: 'projects',
    kind: 'initiative_projects',
    owner: `CASE WHEN ROW.archived = 0 THEN ROW.initiative_id END`,
    bucket: `ROW.status`,
    columns: ['initiative_id', 'archived', 'status'],
  },
  {
    table: 'tasks',
    kind: 'project_tasks',
    owner: `CASE WHEN ROW.archived = 0 THEN ROW.project_id END`,
    bucket: `ROW.status`,
    columns: ['project_id', 'archived', 'status'],
  },
  { table: 'telemetry', kind: 'telemetry', owner: 'ROW.agent_id', bucket: `''`, columns: [] },
  {
    table: 'events',
    kind: 'agent_events',
    owner: `CASE WHEN ROW.entries = 0 THEN NULL WHEN ROW.actor_type = 'agent' THEN ROW.actor_id WHEN ROW.entity_type = 'agent' THEN ROW.entity_id END`,
    bucket: `''`,
    columns: [],
    weight: 'ROW.entries',
  },
  {
    table: 'events',
    kind: 'events_on_other_agents',
    owner: `CASE WHEN ROW.entries > 0 AND ROW.actor_type = 'agent' AND ROW.entity_type = 'agent' AND ROW.actor_id <> ROW.entity_id THEN ROW.entity_id END`,
    bucket: `''`,
    columns: [],
    weight: 'ROW.entries',
  },
];

/**
 * What only SQLite needs: the last number of each sequence, triggers that maintain the counts and the repeated status of
 * tags and labels, and the word index. `search` stores only the words of each document, whose rowid gives its location
 * (docs/decisions/0081-search.md). Merging eight index segments at a time instead of four makes writes cheaper, and
 * lookups slightly more expensive.
 */
export const initial = `
CREATE TABLE sequences (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  name TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX keys_by_id ON keys (id);

${COUNTED.map((rule) => counting(rule)).join('\n')}

CREATE TRIGGER task_facets_moved AFTER UPDATE OF status, archived ON tasks
WHEN OLD.status <> NEW.status OR OLD.archived <> NEW.archived BEGIN
  UPDATE task_tags SET status = NEW.status, archived = NEW.archived
  WHERE workspace_id = NEW.workspace_id AND number = NEW.number;
  UPDATE task_labels SET status = NEW.status, archived = NEW.archived
  WHERE workspace_id = NEW.workspace_id AND number = NEW.number;
END;

CREATE TABLE search_blocks (
  id INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  lane TEXT NOT NULL,
  block INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX search_blocks_in_order ON search_blocks (workspace_id, lane, block);
CREATE UNIQUE INDEX search_texts_by_ref ON search_texts (workspace_id, kind, ref);
CREATE VIRTUAL TABLE search USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
INSERT INTO search (search, rank) VALUES ('automerge', 8);
`;
