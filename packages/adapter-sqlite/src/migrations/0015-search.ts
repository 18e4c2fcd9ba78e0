/**
 * Full-text search. `search` stores only the words of each document, whose rowid gives its location
 * (docs/decisions/0081-search.md). Existing texts are indexed later in batches, with the progress in search_fills.
 * Merging eight index segments at a time instead of four makes writes cheaper, and lookups slightly more expensive.
 * Entities other than tasks are placed among the tasks by creation. Clocks may be set back, so a new entity never
 * precedes an earlier one.
 */
export const search = `
CREATE TABLE search_blocks (
  id INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  lane TEXT NOT NULL,
  block INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX search_blocks_in_order ON search_blocks (workspace_id, lane, block);

CREATE TABLE search_texts (
  workspace_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number, slot)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX search_texts_by_ref ON search_texts (workspace_id, kind, ref);

CREATE TABLE search_placed (
  workspace_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX search_placed_by_id ON search_placed (workspace_id, type, id);
CREATE INDEX search_placed_in_order ON search_placed (workspace_id, number, ordinal);

CREATE TABLE search_fills (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, kind)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE search USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
INSERT INTO search (search, rank) VALUES ('automerge', 8);

INSERT INTO search_placed (workspace_id, ordinal, type, id, number)
SELECT workspace_id, row_number() OVER (PARTITION BY workspace_id ORDER BY seq), type, id,
  MAX(number) OVER (PARTITION BY workspace_id ORDER BY seq)
FROM (
  SELECT made.*, COALESCE(MAX(task) OVER (PARTITION BY workspace_id ORDER BY created_at, type <> 'task', seq), 0) AS number
  FROM (
    SELECT workspace_id, 'task' AS type, id, 0 AS seq, created_at, number AS task FROM tasks
    UNION ALL SELECT workspace_id, 'project', id, seq, created_at, NULL FROM projects WHERE archived < 2
    UNION ALL SELECT workspace_id, 'initiative', id, seq, created_at, NULL FROM initiatives WHERE removed = 0
    UNION ALL SELECT workspace_id, 'goal', id, seq, created_at, NULL FROM goals WHERE archived < 2
  ) made
)
WHERE type <> 'task';

INSERT INTO search_fills (workspace_id, kind, number, seq)
SELECT DISTINCT workspace_id, 'placed', 0, 0 FROM search_placed
UNION ALL SELECT DISTINCT workspace_id, 'task', ${Number.MAX_SAFE_INTEGER}, 0 FROM tasks
UNION ALL SELECT DISTINCT workspace_id, 'comment', 0, 0 FROM comments
UNION ALL SELECT DISTINCT workspace_id, 'result', 0, 0 FROM results;
`;
