import { counting } from './counting.ts';

/**
 * Workspaces, members, keys; tasks, labels, projects, initiatives, goals; the event log. Every key and index leads with
 * workspace_id, except for the two lookups that precede a workspace (keys_by_id, invitations_by_id). An index for a
 * filter of the task list contains the filter's column, archived, status and number: a page reads one range of it per
 * status, however many tasks match.
 */
export const work = `
CREATE TABLE workspaces (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  agent_completion INTEGER NOT NULL,
  goal_verification TEXT NOT NULL,
  plan_chat INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sequences (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  name TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE counts (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  owner TEXT NOT NULL,
  bucket TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, kind, owner, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  taken_name_key TEXT,
  display_name TEXT NOT NULL,
  display_name_key TEXT NOT NULL,
  email TEXT,
  role TEXT,
  emoji TEXT,
  title TEXT,
  status TEXT,
  model TEXT,
  avatar TEXT,
  reports_to TEXT,
  deleted INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX members_taken_names ON members (workspace_id, taken_name_key);
CREATE INDEX members_by_name ON members (workspace_id, name_key);
CREATE INDEX members_by_display_name ON members (workspace_id, display_name_key);
CREATE INDEX members_in_order ON members (workspace_id, deleted, seq);
CREATE INDEX members_by_type ON members (workspace_id, deleted, type, seq);
CREATE INDEX members_by_status ON members (workspace_id, deleted, type, status, seq);
CREATE INDEX members_by_manager ON members (workspace_id, reports_to);
${counting({
  table: 'members',
  kind: 'members',
  owner: `CASE WHEN ROW.deleted = 0 THEN ROW.type END`,
  bucket: `COALESCE(ROW.status, ROW.role, '')`,
  columns: ['deleted', 'status', 'role'],
})}

CREATE TABLE invitations (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX invitations_by_member ON invitations (workspace_id, member_id);
CREATE INDEX invitations_by_id ON invitations (id);

CREATE TABLE keys (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  member_id TEXT,
  created_by TEXT,
  scopes TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, created_by) REFERENCES members (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX keys_by_id ON keys (id);
CREATE INDEX keys_in_order ON keys (workspace_id, seq);
CREATE INDEX keys_by_member ON keys (workspace_id, member_id, seq);
CREATE INDEX keys_by_creator ON keys (workspace_id, created_by, seq);

CREATE TABLE initiatives (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX initiatives_in_order ON initiatives (workspace_id, seq);

CREATE TABLE goals (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  test TEXT,
  metric_target REAL,
  metric_current REAL,
  metric_unit TEXT,
  status TEXT NOT NULL,
  target_date INTEGER,
  initiative_id TEXT,
  archived INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, initiative_id) REFERENCES initiatives (workspace_id, id)
) STRICT;
CREATE INDEX goals_in_order ON goals (workspace_id, archived, seq);
CREATE INDEX goals_by_status ON goals (workspace_id, archived, status, seq);
CREATE INDEX goals_by_initiative ON goals (workspace_id, initiative_id, archived, status, seq);
${counting({
  table: 'goals',
  kind: 'goals',
  owner: `''`,
  bucket: `ROW.archived || ' ' || ROW.status`,
  columns: ['archived', 'status'],
})}
${counting({
  table: 'goals',
  kind: 'initiative_goals',
  owner: `ROW.initiative_id`,
  bucket: `ROW.archived || ' ' || ROW.status`,
  columns: ['initiative_id', 'archived', 'status'],
})}

CREATE TABLE verifications (
  workspace_id TEXT NOT NULL,
  goal_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_name TEXT NOT NULL,
  by_type TEXT NOT NULL,
  passed INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (workspace_id, goal_id, seq),
  FOREIGN KEY (workspace_id, goal_id) REFERENCES goals (workspace_id, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE projects (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  color TEXT NOT NULL,
  target_date INTEGER,
  initiative_id TEXT,
  goal_id TEXT,
  archived INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, initiative_id) REFERENCES initiatives (workspace_id, id),
  FOREIGN KEY (workspace_id, goal_id) REFERENCES goals (workspace_id, id)
) STRICT;
CREATE INDEX projects_in_order ON projects (workspace_id, archived, seq);
CREATE INDEX projects_by_status ON projects (workspace_id, archived, status, seq);
CREATE INDEX projects_by_initiative ON projects (workspace_id, initiative_id, archived, seq);
CREATE INDEX projects_by_initiative_and_status ON projects (workspace_id, initiative_id, archived, status, seq);
CREATE INDEX projects_by_goal ON projects (workspace_id, goal_id);
${counting({
  table: 'projects',
  kind: 'initiative_projects',
  owner: `CASE WHEN ROW.archived = 0 THEN ROW.initiative_id END`,
  bucket: `ROW.status`,
  columns: ['initiative_id', 'archived', 'status'],
})}

CREATE TABLE labels (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  color TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX labels_by_name ON labels (workspace_id, name_key);

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
  PRIMARY KEY (workspace_id, number),
  FOREIGN KEY (workspace_id, assignee_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, project_id) REFERENCES projects (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX tasks_by_id ON tasks (workspace_id, id);
CREATE INDEX tasks_in_order ON tasks (workspace_id, archived, number);
CREATE INDEX tasks_by_status ON tasks (workspace_id, archived, status, number);
CREATE INDEX tasks_by_assignee ON tasks (workspace_id, assignee_id, archived, status, number);
CREATE INDEX tasks_by_project ON tasks (workspace_id, project_id, archived, status, number);
CREATE INDEX tasks_by_creator ON tasks (workspace_id, creator_id, archived, status, number);
CREATE INDEX tasks_by_priority ON tasks (workspace_id, priority, archived, status, number);
CREATE INDEX tasks_by_effort ON tasks (workspace_id, effort, archived, status, number);
${counting({
  table: 'tasks',
  kind: 'project_tasks',
  owner: `CASE WHEN ROW.archived = 0 THEN ROW.project_id END`,
  bucket: `ROW.status`,
  columns: ['project_id', 'archived', 'status'],
})}

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

CREATE TRIGGER task_facets_moved AFTER UPDATE OF status, archived ON tasks
WHEN OLD.status <> NEW.status OR OLD.archived <> NEW.archived BEGIN
  UPDATE task_tags SET status = NEW.status, archived = NEW.archived
  WHERE workspace_id = NEW.workspace_id AND number = NEW.number;
  UPDATE task_labels SET status = NEW.status, archived = NEW.archived
  WHERE workspace_id = NEW.workspace_id AND number = NEW.number;
END;

CREATE TABLE relations (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  from_number INTEGER NOT NULL,
  to_number INTEGER NOT NULL,
  made_on INTEGER NOT NULL,
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
  PRIMARY KEY (workspace_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_entity ON events (workspace_id, entity_type, entity_id, seq);
CREATE INDEX events_by_actor ON events (workspace_id, actor_id, seq);
${counting({
  table: 'events',
  kind: 'agent_events',
  owner: `CASE WHEN ROW.actor_type = 'agent' THEN ROW.actor_id WHEN ROW.entity_type = 'agent' THEN ROW.entity_id END`,
  bucket: `''`,
  columns: [],
})}
${counting({
  table: 'events',
  kind: 'events_on_other_agents',
  owner: `CASE WHEN ROW.actor_type = 'agent' AND ROW.entity_type = 'agent' AND ROW.actor_id <> ROW.entity_id THEN ROW.entity_id END`,
  bucket: `''`,
  columns: [],
})}
`;
