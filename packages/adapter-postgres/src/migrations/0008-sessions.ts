/**
 * Browser sessions, and one-time sign-in links. A session copies the expiry of the key that created it; like a key it
 * is looked up by id before its workspace is known.
 */
export const sessions = `
CREATE TABLE sessions (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  member_id TEXT NOT NULL,
  key_id TEXT,
  key_expires_at BIGINT,
  scopes TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  user_agent TEXT,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, key_id) REFERENCES keys (workspace_id, id)
) WITH (fillfactor = 70);
CREATE INDEX sessions_by_id ON sessions (id);
CREATE INDEX sessions_in_order ON sessions (workspace_id, seq);
CREATE INDEX sessions_by_member ON sessions (workspace_id, member_id, seq);
CREATE INDEX sessions_by_key ON sessions (workspace_id, key_id);
CREATE INDEX sessions_by_end ON sessions (workspace_id, expires_at);

CREATE TABLE sign_in_links (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  code_hash TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
);
CREATE INDEX sign_in_links_by_id ON sign_in_links (id);
CREATE INDEX sign_in_links_by_member ON sign_in_links (workspace_id, member_id, seq);
CREATE INDEX sign_in_links_by_end ON sign_in_links (workspace_id, expires_at);
`;
