/** Runs of imports, and what each record of a source became. */
export const imports = `
CREATE TABLE imports (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  source TEXT NOT NULL,
  options TEXT NOT NULL,
  state TEXT NOT NULL,
  counts TEXT NOT NULL,
  warnings TEXT NOT NULL,
  warning_count INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX imports_newest ON imports (workspace_id, seq);

CREATE TABLE import_items (
  workspace_id TEXT NOT NULL,
  source TEXT NOT NULL,
  type TEXT NOT NULL,
  external_id TEXT NOT NULL,
  source_number INTEGER,
  entity_id TEXT NOT NULL,
  import_id TEXT NOT NULL,
  created INTEGER NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (workspace_id, source, type, external_id),
  FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
) STRICT;
CREATE INDEX import_items_by_number ON import_items (workspace_id, source, source_number, external_id)
  WHERE source_number IS NOT NULL;
`;
