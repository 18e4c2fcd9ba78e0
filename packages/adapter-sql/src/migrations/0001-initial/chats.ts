/** Chats, their messages, and the turns in which agents reply. */
export const chats = `
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
  person_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, chat_id) REFERENCES chats (workspace_id, id) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX turns_open ON turns (workspace_id, chat_id) WHERE status = 'pending';
CREATE INDEX turns_of_chat ON turns (workspace_id, chat_id);
CREATE INDEX turns_in_queue ON turns (workspace_id, agent_id, seq) WHERE state = 'queued';
CREATE INDEX turns_open_of_agent ON turns (workspace_id, agent_id) WHERE status = 'pending';
CREATE INDEX turns_by_lease ON turns (lease_expires_at) WHERE state = 'running';
CREATE INDEX turns_open_of_person ON turns (workspace_id, person_id) WHERE status = 'pending';

CREATE TABLE idempotency_keys (
  workspace_id TEXT NOT NULL,
  person_id TEXT NOT NULL,
  key TEXT NOT NULL,
  payload_hash TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, person_id, key),
  FOREIGN KEY (workspace_id, person_id) REFERENCES members (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_chat ON idempotency_keys (workspace_id, chat_id);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (workspace_id, created_at);
`;
