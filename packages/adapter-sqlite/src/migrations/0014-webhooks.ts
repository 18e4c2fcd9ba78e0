/**
 * Webhooks and their deliveries. A deleted webhook is kept while it has deliveries, which are deleted in batches;
 * next_at is NULL when no attempt is left.
 */
export const webhooks = `
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
