/**
 * Stored responses of requests with an idempotency key, for replay. They have no foreign keys: they expire after a day,
 * even if the caller was removed.
 */
export const answers = `
CREATE TABLE answers (
  workspace_id TEXT NOT NULL,
  caller_id TEXT NOT NULL,
  key TEXT NOT NULL,
  request TEXT NOT NULL,
  payload_hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, caller_id, key, request)
) STRICT;
CREATE INDEX answers_by_time ON answers (workspace_id, created_at);
`;
