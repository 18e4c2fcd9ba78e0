import { counting } from './counting.ts';

/**
 * Notifications, agent monitoring, files, chats. turns_by_lease and files_by_id are lookups across workspaces: expired
 * leases, and contents without a record.
 */
export const conversation = `
CREATE TABLE notifications (
  workspace_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  read_at INTEGER,
  PRIMARY KEY (workspace_id, member_id, seq),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX notifications_by_task ON notifications (workspace_id, number);
CREATE INDEX notifications_unread ON notifications (workspace_id, member_id, seq) WHERE read_at IS NULL;

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
${counting({ table: 'telemetry', kind: 'telemetry', owner: 'ROW.agent_id', bucket: `''`, columns: [] })}

CREATE TABLE files (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  file_name TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  uploader_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX files_by_id ON files (id);

CREATE TABLE attachments (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  file_id TEXT NOT NULL,
  author_id TEXT NOT NULL,
  author_type TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_display_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
) STRICT;
CREATE INDEX attachments_in_order ON attachments (workspace_id, number, seq);
CREATE UNIQUE INDEX attachments_by_file ON attachments (workspace_id, file_id, number);

CREATE TABLE chats (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  person_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  message_count INTEGER NOT NULL,
  last_message_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived_at INTEGER,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, person_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
) STRICT;
CREATE INDEX chats_in_order ON chats (workspace_id, person_id, seq);
CREATE INDEX chats_by_status ON chats (workspace_id, person_id, status, seq);

CREATE TABLE messages (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  chat_id TEXT NOT NULL,
  role TEXT NOT NULL,
  body TEXT NOT NULL,
  author_id TEXT NOT NULL,
  author_type TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_display_name TEXT NOT NULL,
  client_message_id TEXT,
  turn_id TEXT,
  suggestions TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, chat_id) REFERENCES chats (workspace_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX messages_in_order ON messages (workspace_id, chat_id, seq);

CREATE TABLE message_files (
  workspace_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  file_id TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, message_id, position),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_files_by_file ON message_files (workspace_id, file_id, chat_id);

CREATE TABLE turns (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  chat_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  status TEXT NOT NULL,
  state TEXT NOT NULL,
  error_code TEXT,
  error_message TEXT,
  human_message_id TEXT NOT NULL,
  reply_message_id TEXT,
  lease_token TEXT,
  lease_expires_at INTEGER,
  lease_seconds INTEGER,
  claims INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, chat_id) REFERENCES chats (workspace_id, id) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX turns_open ON turns (workspace_id, chat_id) WHERE status = 'pending';
CREATE INDEX turns_of_chat ON turns (workspace_id, chat_id);
CREATE INDEX turns_in_queue ON turns (workspace_id, agent_id, seq) WHERE state = 'queued';
CREATE INDEX turns_open_of_agent ON turns (workspace_id, agent_id) WHERE status = 'pending';
CREATE INDEX turns_by_lease ON turns (lease_expires_at) WHERE state = 'running';

CREATE TABLE requests (
  workspace_id TEXT NOT NULL,
  person_id TEXT NOT NULL,
  key TEXT NOT NULL,
  payload_hash TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, person_id, key),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX requests_by_message ON requests (workspace_id, message_id);
`;
