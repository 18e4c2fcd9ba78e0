const READY = `status = 'todo' AND archived = 0 AND open_blockers = 0 AND not_before IS NULL`;
const ORDER = `priority, COALESCE(due_date, ${Number.MAX_SAFE_INTEGER}), number`;

/**
 * Tasks with their dependent rows, and how agents claim them.
 *
 * - An index for a filter of the task list contains the filter's column, archived, status and number: a page reads one
 *   range of it per status, however many tasks match. Rows of task_tags and task_labels repeat the task's status for the
 *   same reason. The indexes on project and effort contain only tasks that have one.
 * - `open_blockers` counts the open tasks that block a task. The `ready` indexes contain only tasks that can be claimed,
 *   in claim order.
 * - An ended claim is kept for a while, so that a client with its token learns how it ended. The last claim of a task is
 *   kept for good: only superseded claims are in the index of claims to delete. `check_at` is the next check of a lease,
 *   at its end or before: a heartbeat moves the end but not this column, so it updates no index.
 */
export const tasks = `
CREATE TABLE tasks (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  priority TEXT NOT NULL,
  assignee_id TEXT,
  project_id TEXT,
  creator_id TEXT NOT NULL,
  tags TEXT NOT NULL,
  effort TEXT,
  due_date INTEGER,
  completed_at INTEGER,
  archived INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  open_blockers INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER,
  back_to TEXT,
  touched_at INTEGER,
  started_at INTEGER,
  waiting_for TEXT,
  from_agent INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, number),
  FOREIGN KEY (workspace_id, assignee_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, project_id) REFERENCES projects (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX tasks_by_id ON tasks (workspace_id, id);
CREATE INDEX tasks_in_order ON tasks (workspace_id, archived, number);
CREATE INDEX tasks_by_status ON tasks (workspace_id, archived, status, number);
CREATE INDEX tasks_by_assignee ON tasks (workspace_id, assignee_id, archived, status, number);
CREATE INDEX tasks_by_creator ON tasks (workspace_id, creator_id, archived, status, number);
CREATE INDEX tasks_by_priority ON tasks (workspace_id, priority, archived, status, number);
CREATE INDEX tasks_ready ON tasks (workspace_id, assignee_id, ${ORDER})
  WHERE ${READY};
CREATE INDEX tasks_ready_of_project ON tasks (workspace_id, project_id, assignee_id, ${ORDER})
  WHERE ${READY} AND project_id IS NOT NULL;
CREATE INDEX tasks_back ON tasks (workspace_id, back_to, ${ORDER})
  WHERE ${READY} AND back_to IS NOT NULL;
CREATE INDEX tasks_resting ON tasks (not_before) WHERE status = 'todo' AND not_before IS NOT NULL;
CREATE INDEX tasks_by_project ON tasks (workspace_id, project_id, archived, status, number)
  WHERE project_id IS NOT NULL;
CREATE INDEX tasks_by_effort ON tasks (workspace_id, effort, archived, status, number)
  WHERE effort IS NOT NULL;

CREATE TABLE task_tags (
  workspace_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  archived INTEGER NOT NULL,
  status TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, tag, archived, status, number),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX task_tags_by_task ON task_tags (workspace_id, number);

CREATE TABLE task_labels (
  workspace_id TEXT NOT NULL,
  label_id TEXT NOT NULL,
  archived INTEGER NOT NULL,
  status TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, label_id, archived, status, number),
  FOREIGN KEY (workspace_id, label_id) REFERENCES labels (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX task_labels_by_task ON task_labels (workspace_id, number);

CREATE TABLE task_checkpoints (
  workspace_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT;

CREATE TABLE task_declines (
  workspace_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number, agent_id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_declines_by_agent ON task_declines (workspace_id, agent_id);

CREATE TABLE relations (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  from_number INTEGER NOT NULL,
  to_number INTEGER NOT NULL,
  made_on INTEGER NOT NULL,
  made_by TEXT NOT NULL DEFAULT 'human',
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, from_number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, to_number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX relations_from ON relations (workspace_id, from_number, kind, to_number);
CREATE INDEX relations_to ON relations (workspace_id, to_number, kind, from_number);

CREATE TABLE comments (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  body TEXT NOT NULL,
  author_id TEXT NOT NULL,
  author_type TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_display_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX comments_in_order ON comments (workspace_id, number, seq);

CREATE TABLE subscriptions (
  workspace_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  member_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number, member_id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_member ON subscriptions (workspace_id, member_id);

CREATE TABLE claims (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  token TEXT NOT NULL,
  seconds INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  shown_until INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  claimed_at INTEGER NOT NULL,
  assignee_before TEXT,
  progress TEXT,
  comments_seen_at INTEGER NOT NULL,
  until INTEGER,
  ended_at INTEGER,
  end_reason TEXT,
  usage TEXT,
  check_at INTEGER NOT NULL DEFAULT 0,
  superseded INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX claims_living ON claims (workspace_id, number) WHERE ended_at IS NULL;
CREATE INDEX claims_of_task ON claims (workspace_id, number, claimed_at);
CREATE INDEX claims_by_token ON claims (workspace_id, token);
CREATE INDEX claims_of_agent ON claims (workspace_id, agent_id, seq) WHERE ended_at IS NULL;
CREATE INDEX claims_by_member ON claims (workspace_id, agent_id);
CREATE INDEX claims_by_check ON claims (check_at) WHERE ended_at IS NULL;
CREATE INDEX claims_by_end ON claims (workspace_id, ended_at) WHERE superseded = 1;

CREATE TABLE criteria (
  workspace_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  status TEXT NOT NULL,
  evidence TEXT NOT NULL,
  proven INTEGER NOT NULL,
  author_id TEXT,
  author_type TEXT,
  author_name TEXT,
  author_display_name TEXT,
  at INTEGER,
  PRIMARY KEY (workspace_id, number, position),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT;
`;
