/**
 * What full-text search has indexed, on both engines (docs/decisions/0081-search.md). Each engine stores the words in its
 * own way. Entities other than tasks are placed among the tasks by creation.
 */
export const search = `
CREATE TABLE search_texts (
  workspace_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number, slot)
) STRICT, WITHOUT ROWID;

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
`;
