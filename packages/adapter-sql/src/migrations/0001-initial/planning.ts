/** Initiatives, goals, projects and labels. */
export const planning = `
CREATE TABLE initiatives (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  removed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX initiatives_in_order ON initiatives (workspace_id, seq);

CREATE TABLE goals (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  test TEXT,
  metric_target REAL,
  metric_current REAL,
  metric_unit TEXT,
  status TEXT NOT NULL,
  target_date INTEGER,
  initiative_id TEXT,
  archived INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, initiative_id) REFERENCES initiatives (workspace_id, id)
) STRICT;
CREATE INDEX goals_in_order ON goals (workspace_id, archived, seq);
CREATE INDEX goals_by_status ON goals (workspace_id, archived, status, seq);
CREATE INDEX goals_by_initiative ON goals (workspace_id, initiative_id, archived, status, seq);

CREATE TABLE verifications (
  workspace_id TEXT NOT NULL,
  goal_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_name TEXT NOT NULL,
  by_type TEXT NOT NULL,
  passed INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (workspace_id, goal_id, seq),
  FOREIGN KEY (workspace_id, goal_id) REFERENCES goals (workspace_id, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE projects (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  color TEXT NOT NULL,
  target_date INTEGER,
  initiative_id TEXT,
  goal_id TEXT,
  archived INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, initiative_id) REFERENCES initiatives (workspace_id, id),
  FOREIGN KEY (workspace_id, goal_id) REFERENCES goals (workspace_id, id)
) STRICT;
CREATE INDEX projects_in_order ON projects (workspace_id, archived, seq);
CREATE INDEX projects_by_status ON projects (workspace_id, archived, status, seq);
CREATE INDEX projects_by_initiative ON projects (workspace_id, initiative_id, archived, seq);
CREATE INDEX projects_by_initiative_and_status ON projects (workspace_id, initiative_id, archived, status, seq);
CREATE INDEX projects_by_goal ON projects (workspace_id, goal_id);

CREATE TABLE labels (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  color TEXT NOT NULL,
  removed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX labels_by_name ON labels (workspace_id, name_key);
`;
