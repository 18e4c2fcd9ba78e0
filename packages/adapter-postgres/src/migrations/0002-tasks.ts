const READY = `status = 'todo' AND archived = 0 AND open_blockers = 0 AND not_before IS NULL`;
const ORDER = `priority, COALESCE(due_date, ${Number.MAX_SAFE_INTEGER}), number`;

/**
 * Tasks with their dependent rows, and how agents claim them. An index for a filter of the task list contains the
 * filter's column, archived, status and number: a page reads one range of it per status, however many tasks match.
 * Rows of task_tags and task_labels repeat the task's status for the same reason. Autovacuum scale factors are small:
 * with the default of a fifth of all rows, a large workspace would go for days without fresh statistics and index
 * cleanup. Foreign keys take a twentieth of the server's work for a new task.
 */
export const tasks = `
CREATE TABLE tasks (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  number BIGINT NOT NULL,
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
  due_date BIGINT,
  completed_at BIGINT,
  archived BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  open_blockers BIGINT NOT NULL DEFAULT 0,
  attempts BIGINT NOT NULL DEFAULT 0,
  failures BIGINT NOT NULL DEFAULT 0,
  not_before BIGINT,
  back_to TEXT,
  touched_at BIGINT,
  started_at BIGINT,
  waiting_for TEXT,
  from_agent BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, number),
  FOREIGN KEY (workspace_id, assignee_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, project_id) REFERENCES projects (workspace_id, id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
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
  archived BIGINT NOT NULL,
  status TEXT NOT NULL,
  number BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, tag, archived, status, number),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
);
CREATE INDEX task_tags_by_task ON task_tags (workspace_id, number);

CREATE TABLE task_labels (
  workspace_id TEXT NOT NULL,
  label_id TEXT NOT NULL,
  archived BIGINT NOT NULL,
  status TEXT NOT NULL,
  number BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, label_id, archived, status, number),
  FOREIGN KEY (workspace_id, label_id) REFERENCES labels (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
);
CREATE INDEX task_labels_by_task ON task_labels (workspace_id, number);

CREATE TABLE task_checkpoints (
  workspace_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
);

CREATE TABLE task_declines (
  workspace_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  agent_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number, agent_id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
);
CREATE INDEX task_declines_by_agent ON task_declines (workspace_id, agent_id);

CREATE TABLE relations (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  kind TEXT NOT NULL,
  from_number BIGINT NOT NULL,
  to_number BIGINT NOT NULL,
  made_on BIGINT NOT NULL,
  made_by TEXT NOT NULL DEFAULT 'human',
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, from_number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, to_number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
);
CREATE UNIQUE INDEX relations_from ON relations (workspace_id, from_number, kind, to_number);
CREATE INDEX relations_to ON relations (workspace_id, to_number, kind, from_number);

CREATE TABLE comments (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  number BIGINT NOT NULL,
  body TEXT NOT NULL,
  author_id TEXT NOT NULL,
  author_type TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_display_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
);
CREATE INDEX comments_in_order ON comments (workspace_id, number, seq);

CREATE TABLE subscriptions (
  workspace_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  member_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number, member_id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
);
CREATE INDEX subscriptions_by_member ON subscriptions (workspace_id, member_id);

CREATE TABLE claims (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  number BIGINT NOT NULL,
  agent_id TEXT NOT NULL,
  token TEXT NOT NULL,
  seconds BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  shown_until BIGINT NOT NULL,
  attempt BIGINT NOT NULL,
  claimed_at BIGINT NOT NULL,
  assignee_before TEXT,
  progress TEXT,
  comments_seen_at BIGINT NOT NULL,
  until BIGINT,
  ended_at BIGINT,
  end_reason TEXT,
  usage TEXT,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
CREATE UNIQUE INDEX claims_living ON claims (workspace_id, number) WHERE ended_at IS NULL;
CREATE INDEX claims_of_task ON claims (workspace_id, number, claimed_at);
CREATE INDEX claims_by_token ON claims (workspace_id, token);
CREATE INDEX claims_of_agent ON claims (workspace_id, agent_id, seq) WHERE ended_at IS NULL;
CREATE INDEX claims_by_member ON claims (workspace_id, agent_id);
CREATE INDEX claims_by_lease ON claims (expires_at) WHERE ended_at IS NULL;
CREATE INDEX claims_by_end ON claims (workspace_id, ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE criteria (
  workspace_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  position BIGINT NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  status TEXT NOT NULL,
  evidence TEXT NOT NULL,
  proven BIGINT NOT NULL,
  author_id TEXT,
  author_type TEXT,
  author_name TEXT,
  author_display_name TEXT,
  at BIGINT,
  PRIMARY KEY (workspace_id, number, position),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
);
`;
