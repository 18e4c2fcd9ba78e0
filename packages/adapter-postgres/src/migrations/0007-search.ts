/**
 * Full-text search; words are stored with each document (docs/decisions/0081-search.md). Existing texts are indexed
 * later in batches, with the progress in search_fills. Entities other than tasks are placed among the tasks by
 * creation. Clocks may be set back, so a new entity never precedes an earlier one. The GIN indexes keep a small pending
 * list, which makes writes cheap without a noticeable cost for searches.
 */
export const search = `
CREATE TABLE search_texts (
  workspace_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  slot BIGINT NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (workspace_id, number, slot)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE UNIQUE INDEX search_texts_by_ref ON search_texts (workspace_id, kind, ref) WHERE slot > 0;
CREATE INDEX search_texts_by_word ON search_texts USING gin (words) WITH (gin_pending_list_limit = 256);

CREATE TABLE search_placed (
  workspace_id TEXT NOT NULL,
  ordinal BIGINT NOT NULL,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  number BIGINT NOT NULL,
  words tsvector,
  PRIMARY KEY (workspace_id, ordinal)
);
CREATE UNIQUE INDEX search_placed_by_id ON search_placed (workspace_id, type, id);
CREATE INDEX search_placed_in_order ON search_placed (workspace_id, number, ordinal);
CREATE INDEX search_placed_by_word ON search_placed USING gin (words) WITH (gin_pending_list_limit = 256);

CREATE TABLE search_fills (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  number BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, kind)
);

INSERT INTO search_placed (workspace_id, ordinal, type, id, number)
SELECT workspace_id, row_number() OVER (PARTITION BY workspace_id ORDER BY seq), type, id,
  MAX(number) OVER (PARTITION BY workspace_id ORDER BY seq)
FROM (
  SELECT made.*,
    COALESCE(MAX(task) OVER (PARTITION BY workspace_id ORDER BY created_at, type <> 'task', seq), 0) AS number
  FROM (
    SELECT workspace_id, 'task' AS type, id, 0 AS seq, created_at, number AS task FROM tasks
    UNION ALL SELECT workspace_id, 'project', id, seq, created_at, NULL FROM projects WHERE archived < 2
    UNION ALL SELECT workspace_id, 'initiative', id, seq, created_at, NULL FROM initiatives WHERE removed = 0
    UNION ALL SELECT workspace_id, 'goal', id, seq, created_at, NULL FROM goals WHERE archived < 2
  ) made
) placed
WHERE type <> 'task';

INSERT INTO search_fills (workspace_id, kind, number, seq)
SELECT DISTINCT workspace_id, 'placed', 0, 0 FROM search_placed
UNION ALL SELECT DISTINCT workspace_id, 'task', ${Number.MAX_SAFE_INTEGER}, 0 FROM tasks
UNION ALL SELECT DISTINCT workspace_id, 'comment', 0, 0 FROM comments
UNION ALL SELECT DISTINCT workspace_id, 'result', 0, 0 FROM results;
`;
