/** The event log and the tables derived from it, monitoring, usage, stored responses, pending removals, webhooks. */
export const log = `
CREATE TABLE events (
  workspace_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
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
  created_at BIGINT NOT NULL,
  task_number BIGINT,
  more_changes TEXT,
  related TEXT,
  entries BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace_id, seq)
) WITH (autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX events_by_entity ON events (workspace_id, entity_type, entity_id, seq, entries) WHERE entries > 0;
CREATE INDEX events_by_actor ON events (workspace_id, actor_id, seq, entries) WHERE entries > 0;
CREATE INDEX events_not_listed ON events (workspace_id, entity_type, entity_id, seq, entries)
  WHERE entries = 0;

CREATE TABLE event_logs (
  workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  kept_after BIGINT NOT NULL
);

CREATE TABLE notifications (
  workspace_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  number BIGINT NOT NULL,
  read_at BIGINT,
  PRIMARY KEY (workspace_id, member_id, seq),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
);
CREATE INDEX notifications_by_task ON notifications (workspace_id, number);
CREATE INDEX notifications_unread ON notifications (workspace_id, member_id, seq) WHERE read_at IS NULL;

CREATE TABLE read_marks (
  workspace_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  up_to BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, member_id, up_to),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
);

CREATE TABLE snapshots (
  workspace_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  sessions TEXT NOT NULL,
  size BIGINT NOT NULL,
  taken_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, agent_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
) WITH (fillfactor = 70);

CREATE TABLE telemetry (
  workspace_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  status TEXT NOT NULL,
  model TEXT NOT NULL,
  context_tokens BIGINT NOT NULL,
  context_limit BIGINT NOT NULL,
  active_sessions BIGINT NOT NULL,
  usage TEXT,
  PRIMARY KEY (workspace_id, agent_id, seq),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
);
CREATE INDEX telemetry_by_time ON telemetry (workspace_id, at);

CREATE TABLE usage_sums (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  kind TEXT NOT NULL,
  period TEXT NOT NULL,
  owner TEXT NOT NULL,
  usage TEXT NOT NULL,
  PRIMARY KEY (workspace_id, kind, period, owner)
) WITH (fillfactor = 70);

CREATE TABLE limits_reached (
  workspace_id TEXT NOT NULL,
  day TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  since BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, day, agent_id)
);

CREATE TABLE answers (
  workspace_id TEXT NOT NULL,
  caller_id TEXT NOT NULL,
  key TEXT NOT NULL,
  request TEXT NOT NULL,
  payload_hash TEXT NOT NULL,
  status BIGINT NOT NULL,
  body TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, caller_id, key, request)
);
CREATE INDEX answers_by_time ON answers (workspace_id, created_at);

CREATE TABLE removals (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  seq BIGINT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  number BIGINT,
  at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, seq)
);
CREATE INDEX removals_by_id ON removals (workspace_id, id);
CREATE INDEX removals_by_kind ON removals (workspace_id, kind);

CREATE TABLE webhooks (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  url TEXT NOT NULL,
  types TEXT NOT NULL,
  description TEXT,
  enabled BIGINT NOT NULL,
  disabled_reason TEXT,
  creator_id TEXT NOT NULL,
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until BIGINT,
  position BIGINT NOT NULL,
  failing_since BIGINT,
  not_before BIGINT,
  removed BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, creator_id) REFERENCES members (workspace_id, id)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX webhooks_in_order ON webhooks (workspace_id, removed, seq);

CREATE TABLE deliveries (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  webhook_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  type TEXT NOT NULL,
  event_seq BIGINT,
  status TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  next_at BIGINT,
  attempted_at BIGINT,
  code BIGINT,
  duration_ms BIGINT,
  answer TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks (workspace_id, id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX deliveries_by_message ON deliveries (workspace_id, webhook_id, message_id);
CREATE INDEX deliveries_in_order ON deliveries (workspace_id, webhook_id, seq);
CREATE INDEX deliveries_by_status ON deliveries (workspace_id, webhook_id, status, seq);
CREATE INDEX deliveries_due ON deliveries (workspace_id, webhook_id, next_at, seq) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_tests_due ON deliveries (workspace_id, webhook_id, next_at, seq)
  WHERE next_at IS NOT NULL AND event_seq IS NULL;
CREATE INDEX deliveries_by_age ON deliveries (workspace_id, created_at) WHERE next_at IS NULL;
`;
