/**
 * Workspaces, members, their keys and sessions. A session copies the expiry of the key that created it. Keys, sessions,
 * invitations and sign-in links are looked up by id before their workspace is known.
 */
export const members = `
CREATE TABLE workspaces (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  agent_completion INTEGER NOT NULL,
  goal_verification TEXT NOT NULL,
  plan_chat INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  agent_intake TEXT NOT NULL DEFAULT 'open',
  agent_intake_limit INTEGER NOT NULL DEFAULT 20,
  proof_of_done TEXT NOT NULL DEFAULT 'off'
) STRICT;

CREATE TABLE counts (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  owner TEXT NOT NULL,
  bucket TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, kind, owner, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
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
  deleted INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER,
  chats_from INTEGER NOT NULL DEFAULT 0,
  paused INTEGER NOT NULL DEFAULT 0,
  max_claims INTEGER NOT NULL DEFAULT 1,
  limits TEXT,
  chat_events_after INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id)
) STRICT;
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
  expires_at INTEGER NOT NULL,
  created_by TEXT,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, created_by) REFERENCES members (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX invitations_by_member ON invitations (workspace_id, member_id);
CREATE INDEX invitations_by_id ON invitations (id);

CREATE TABLE keys (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  member_id TEXT,
  created_by TEXT,
  scopes TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, created_by) REFERENCES members (workspace_id, id)
) STRICT;
CREATE INDEX keys_in_order ON keys (workspace_id, seq);
CREATE INDEX keys_by_member ON keys (workspace_id, member_id, seq);
CREATE INDEX keys_by_creator ON keys (workspace_id, created_by, seq);

CREATE TABLE sessions (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  member_id TEXT NOT NULL,
  key_id TEXT,
  key_expires_at INTEGER,
  scopes TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  user_agent TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, key_id) REFERENCES keys (workspace_id, id)
) STRICT;
CREATE INDEX sessions_by_id ON sessions (id);
CREATE INDEX sessions_in_order ON sessions (workspace_id, seq);
CREATE INDEX sessions_by_member ON sessions (workspace_id, member_id, seq);
CREATE INDEX sessions_by_key ON sessions (workspace_id, key_id);
CREATE INDEX sessions_by_end ON sessions (workspace_id, expires_at);

CREATE TABLE sign_in_links (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  code_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
) STRICT;
CREATE INDEX sign_in_links_by_id ON sign_in_links (id);
CREATE INDEX sign_in_links_by_member ON sign_in_links (workspace_id, member_id, seq);
CREATE INDEX sign_in_links_by_end ON sign_in_links (workspace_id, expires_at);
`;
