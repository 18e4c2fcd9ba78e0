/**
 * What requests with an idempotency key were answered, so that they are answered the same again. They refer to nobody:
 * they are forgotten after a day, whatever became of the caller.
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
