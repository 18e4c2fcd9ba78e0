/**
 * Workspaces, members, keys; projects, initiatives, goals, labels; and the tables that coordinate writers. Tables and
 * columns match SQLite's. Every key and index leads with workspace_id, so that a workspace's rows can be stored on one
 * shard; the lookups that precede a workspace (keys_by_id, invitations_by_id) are exceptions, and unique for no other
 * reason. No trigger writes: the stores do. A workspace has one head. Every writer locks it first, so units of work of
 * a workspace are serialized. It stores the last number of each sequence; `version`, incremented by each commit, and
 * `writer`, the last committer; `told`, the number of commits with signals; and `access_version`, which changes when
 * the powers of a key may have changed. Heads and counts are updated constantly: their pages have free space, so that
 * updates touch no index (HOT) and old versions are pruned on the page.
 */
export const work = `
CREATE TABLE workspaces (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  agent_completion BIGINT NOT NULL,
  goal_verification TEXT NOT NULL,
  plan_chat BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  agent_intake TEXT NOT NULL DEFAULT 'open',
  agent_intake_limit BIGINT NOT NULL DEFAULT 20,
  proof_of_done TEXT NOT NULL DEFAULT 'off'
) WITH (fillfactor = 50);

CREATE TABLE heads (
  workspace_id TEXT NOT NULL PRIMARY KEY,
  task BIGINT NOT NULL DEFAULT 0,
  row BIGINT NOT NULL DEFAULT 0,
  event BIGINT NOT NULL DEFAULT 0,
  access_version BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 0,
  writer TEXT NOT NULL DEFAULT '',
  told BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.02);

CREATE TABLE counts (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  owner TEXT NOT NULL,
  bucket TEXT NOT NULL,
  n BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, kind, owner, bucket)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

CREATE TABLE members (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  taken_name_key TEXT,
  display_name TEXT NOT NULL,
  display_name_key TEXT NOT NULL,
  email TEXT,
  role TEXT,
  emoji TEXT,
  title TEXT,
  status TEXT,
  model TEXT,
  avatar TEXT,
  reports_to TEXT,
  deleted BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT,
  chats_from BIGINT NOT NULL DEFAULT 0,
  paused BIGINT NOT NULL DEFAULT 0,
  max_claims BIGINT NOT NULL DEFAULT 1,
  limits TEXT,
  chat_events_after BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX members_taken_names ON members (workspace_id, taken_name_key);
CREATE INDEX members_by_name ON members (workspace_id, name_key);
CREATE INDEX members_by_display_name ON members (workspace_id, display_name_key);
CREATE INDEX members_in_order ON members (workspace_id, deleted, seq);
CREATE INDEX members_by_type ON members (workspace_id, deleted, type, seq);
CREATE INDEX members_by_status ON members (workspace_id, deleted, type, status, seq);
CREATE INDEX members_by_manager ON members (workspace_id, reports_to);

CREATE TABLE invitations (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  created_by TEXT,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, created_by) REFERENCES members (workspace_id, id)
);
CREATE UNIQUE INDEX invitations_by_member ON invitations (workspace_id, member_id);
CREATE INDEX invitations_by_id ON invitations (id);

CREATE TABLE keys (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  member_id TEXT,
  created_by TEXT,
  scopes TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  expires_at BIGINT,
  last_used_at BIGINT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, created_by) REFERENCES members (workspace_id, id)
) WITH (fillfactor = 70);
CREATE INDEX keys_by_id ON keys (id);
CREATE INDEX keys_in_order ON keys (workspace_id, seq);
CREATE INDEX keys_by_member ON keys (workspace_id, member_id, seq);
CREATE INDEX keys_by_creator ON keys (workspace_id, created_by, seq);

CREATE TABLE initiatives (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  removed BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX initiatives_in_order ON initiatives (workspace_id, seq);

CREATE TABLE goals (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  test TEXT,
  metric_target DOUBLE PRECISION,
  metric_current DOUBLE PRECISION,
  metric_unit TEXT,
  status TEXT NOT NULL,
  target_date BIGINT,
  initiative_id TEXT,
  archived BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, initiative_id) REFERENCES initiatives (workspace_id, id)
);
CREATE INDEX goals_in_order ON goals (workspace_id, archived, seq);
CREATE INDEX goals_by_status ON goals (workspace_id, archived, status, seq);
CREATE INDEX goals_by_initiative ON goals (workspace_id, initiative_id, archived, status, seq);

CREATE TABLE verifications (
  workspace_id TEXT NOT NULL,
  goal_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  id TEXT NOT NULL,
  at BIGINT NOT NULL,
  by_name TEXT NOT NULL,
  by_type TEXT NOT NULL,
  passed BIGINT NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (workspace_id, goal_id, seq),
  FOREIGN KEY (workspace_id, goal_id) REFERENCES goals (workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE projects (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  color TEXT NOT NULL,
  target_date BIGINT,
  initiative_id TEXT,
  goal_id TEXT,
  archived BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, initiative_id) REFERENCES initiatives (workspace_id, id),
  FOREIGN KEY (workspace_id, goal_id) REFERENCES goals (workspace_id, id)
);
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
  removed BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX labels_by_name ON labels (workspace_id, name_key);
`;
