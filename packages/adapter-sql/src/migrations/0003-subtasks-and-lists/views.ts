/** Saved queries of the task list. `sort_key` is the folded name and the id. */
export const views = `
CREATE TABLE views (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  shared INTEGER NOT NULL,
  query TEXT NOT NULL,
  creator_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, creator_id) REFERENCES members (workspace_id, id)
) STRICT;
CREATE INDEX views_shared ON views (workspace_id, sort_key) WHERE shared = 1;
CREATE INDEX views_by_creator ON views (workspace_id, creator_id, shared, sort_key);
`;
