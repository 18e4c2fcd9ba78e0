/**
 * The event log and what is derived from it, monitoring, usage, stored responses, pending removals, webhooks.
 *
 * - `entries` is an event's number of activity entries. Events without any have indexes of their own, so that neither
 *   kind is scanned for the other.
 * - Usage is summed per day and per month, so that a long range reads few rows. The period precedes the owner in the key,
 *   so that a page reads only its own owners in each period.
 * - Notifications and idempotency keys refer to their task or chat without a foreign key: on SQLite its lookup would read
 *   the whole workspace. They have an index for deletion instead.
 * - Stored responses share their long values (`answer_texts`), which outlive all responses that refer to them.
 * - A deleted webhook is kept while it has deliveries. `next_at` is NULL when no attempt is left.
 */
export const events = `
CREATE TABLE events (
  workspace_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  key_owner TEXT,
  entity_type TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  entity_title TEXT NOT NULL,
  action TEXT NOT NULL,
  field TEXT,
  old_value TEXT,
  new_value TEXT,
  reason TEXT,
  created_at INTEGER NOT NULL,
  task_number INTEGER,
  more_changes TEXT,
  related TEXT,
  entries INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_entity ON events (workspace_id, entity_type, entity_id, seq, entries) WHERE entries > 0;
CREATE INDEX events_by_actor ON events (workspace_id, actor_id, seq, entries) WHERE entries > 0;
CREATE INDEX events_not_listed ON events (workspace_id, entity_type, entity_id, seq, entries)
  WHERE entries = 0;

CREATE TABLE event_logs (
  workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  kept_after INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notifications (
  workspace_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  read_at INTEGER,
  PRIMARY KEY (workspace_id, member_id, seq),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX notifications_by_task ON notifications (workspace_id, number);
CREATE INDEX notifications_unread ON notifications (workspace_id, member_id, seq) WHERE read_at IS NULL;

CREATE TABLE read_marks (
  workspace_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  up_to INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, member_id, up_to),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
  workspace_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  sessions TEXT NOT NULL,
  size INTEGER NOT NULL,
  taken_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, agent_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
) STRICT;

CREATE TABLE telemetry (
  workspace_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  status TEXT NOT NULL,
  model TEXT NOT NULL,
  context_tokens INTEGER NOT NULL,
  context_limit INTEGER NOT NULL,
  active_sessions INTEGER NOT NULL,
  usage TEXT,
  PRIMARY KEY (workspace_id, agent_id, seq),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX telemetry_by_time ON telemetry (workspace_id, at);

CREATE TABLE usage_sums (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  kind TEXT NOT NULL,
  period TEXT NOT NULL,
  owner TEXT NOT NULL,
  usage TEXT NOT NULL,
  PRIMARY KEY (workspace_id, kind, period, owner)
) STRICT, WITHOUT ROWID;

CREATE TABLE limits_reached (
  workspace_id TEXT NOT NULL,
  day TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day, agent_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
  workspace_id TEXT NOT NULL,
  caller_id TEXT NOT NULL,
  key TEXT NOT NULL,
  request TEXT NOT NULL,
  payload_hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT,
  created_at INTEGER NOT NULL,
  long_texts TEXT,
  PRIMARY KEY (workspace_id, caller_id, key, request)
) STRICT;
CREATE INDEX answers_by_time ON answers (workspace_id, created_at);

CREATE TABLE answer_texts (
  workspace_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  text TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, hash)
) STRICT;
CREATE INDEX answer_texts_by_use ON answer_texts (workspace_id, used_at);

CREATE TABLE removals (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  number INTEGER,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX removals_by_id ON removals (workspace_id, id);
CREATE INDEX removals_by_kind ON removals (workspace_id, kind);

CREATE TABLE webhooks (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  url TEXT NOT NULL,
  types TEXT NOT NULL,
  description TEXT,
  enabled INTEGER NOT NULL,
  disabled_reason TEXT,
  creator_id TEXT NOT NULL,
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until INTEGER,
  position INTEGER NOT NULL,
  failing_since INTEGER,
  not_before INTEGER,
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, creator_id) REFERENCES members (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX webhooks_in_order ON webhooks (workspace_id, removed, seq);

CREATE TABLE deliveries (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  webhook_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  type TEXT NOT NULL,
  event_seq INTEGER,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at INTEGER,
  attempted_at INTEGER,
  code INTEGER,
  duration_ms INTEGER,
  answer TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX deliveries_by_message ON deliveries (workspace_id, webhook_id, message_id);
CREATE INDEX deliveries_in_order ON deliveries (workspace_id, webhook_id, seq);
CREATE INDEX deliveries_by_status ON deliveries (workspace_id, webhook_id, status, seq);
CREATE INDEX deliveries_due ON deliveries (workspace_id, webhook_id, next_at, seq) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_tests_due ON deliveries (workspace_id, webhook_id, next_at, seq)
  WHERE next_at IS NOT NULL AND event_seq IS NULL;
CREATE INDEX deliveries_by_age ON deliveries (workspace_id, created_at) WHERE next_at IS NULL;
`;
