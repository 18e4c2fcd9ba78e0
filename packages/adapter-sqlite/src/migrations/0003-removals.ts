/**
 * Removed entities disappear at once, and their rows are deleted later in batches. A removed row is marked: `archived =
 * 2` for tasks, projects and goals, whose lists read 0 and 1 from their indexes; the status `removed` for chats;
 * `removed = 1` for labels and initiatives. `removals` lists the pending deletions. Notifications and idempotency keys
 * refer to their task or chat without a foreign key: their tables are WITHOUT ROWID, so the foreign key's lookup would
 * use the primary key and read the whole workspace. They have an index for deletion instead. `read_marks` stores the
 * event up to which a member has read everything.
 */
export const removals = `
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

ALTER TABLE labels ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE initiatives ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;

CREATE TABLE notifications_new (
  workspace_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  read_at INTEGER,
  PRIMARY KEY (workspace_id, member_id, seq),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO notifications_new SELECT workspace_id, member_id, seq, number, read_at FROM notifications;
DROP TABLE notifications;
ALTER TABLE notifications_new RENAME TO notifications;
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
INSERT INTO idempotency_keys
SELECT r.workspace_id, r.person_id, r.key, r.payload_hash, r.chat_id, r.message_id, m.created_at
FROM requests r JOIN messages m ON m.workspace_id = r.workspace_id AND m.id = r.message_id;
DROP TABLE requests;
CREATE INDEX idempotency_keys_by_chat ON idempotency_keys (workspace_id, chat_id);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (workspace_id, created_at);

ALTER TABLE turns ADD COLUMN person_id TEXT NOT NULL DEFAULT '';
UPDATE turns SET person_id =
  (SELECT c.person_id FROM chats c WHERE c.workspace_id = turns.workspace_id AND c.id = turns.chat_id);
CREATE INDEX turns_open_of_person ON turns (workspace_id, person_id) WHERE status = 'pending';
`;
