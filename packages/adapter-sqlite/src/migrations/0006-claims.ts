import { LAST_DUE } from '@tandem/adapter-sql';

const READY = `status = 'todo' AND archived = 0 AND open_blockers = 0 AND not_before IS NULL`;
const ORDER = `priority, COALESCE(due_date, ${LAST_DUE}), number`;

/**
 * Claims by agents. open_blockers counts the open tasks that block a task. A task is ready if it is in "todo",
 * unblocked and not postponed: the indexes contain only ready tasks, each in claim order. An ended claim is kept for a
 * while, so that a client with its token learns how it ended.
 */
export const claims = `
ALTER TABLE tasks ADD COLUMN open_blockers INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN not_before INTEGER;
ALTER TABLE tasks ADD COLUMN back_to TEXT;
ALTER TABLE tasks ADD COLUMN touched_at INTEGER;
ALTER TABLE tasks ADD COLUMN started_at INTEGER;
ALTER TABLE tasks ADD COLUMN waiting_for TEXT;
UPDATE tasks SET open_blockers = (
  SELECT count(*) FROM relations r
  CROSS JOIN tasks b ON b.workspace_id = r.workspace_id AND b.number = r.from_number
  WHERE r.workspace_id = tasks.workspace_id AND r.to_number = tasks.number AND r.kind = 'blocks'
    AND b.status NOT IN ('done', 'canceled'))
WHERE (workspace_id, number) IN (SELECT workspace_id, to_number FROM relations WHERE kind = 'blocks');
CREATE INDEX tasks_ready ON tasks (workspace_id, assignee_id, ${ORDER}) WHERE ${READY};
CREATE INDEX tasks_ready_of_project ON tasks (workspace_id, project_id, assignee_id, ${ORDER})
  WHERE ${READY} AND project_id IS NOT NULL;
CREATE INDEX tasks_back ON tasks (workspace_id, back_to, ${ORDER}) WHERE ${READY} AND back_to IS NOT NULL;
CREATE INDEX tasks_resting ON tasks (not_before) WHERE status = 'todo' AND not_before IS NOT NULL;

ALTER TABLE members ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
ALTER TABLE members ADD COLUMN max_claims INTEGER NOT NULL DEFAULT 1;

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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX claims_living ON claims (workspace_id, number) WHERE ended_at IS NULL;
CREATE INDEX claims_of_task ON claims (workspace_id, number, claimed_at);
CREATE INDEX claims_by_token ON claims (workspace_id, token);
CREATE INDEX claims_of_agent ON claims (workspace_id, agent_id, seq) WHERE ended_at IS NULL;
CREATE INDEX claims_by_member ON claims (workspace_id, agent_id);
CREATE INDEX claims_by_lease ON claims (expires_at) WHERE ended_at IS NULL;
CREATE INDEX claims_by_end ON claims (workspace_id, ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE task_declines (
  workspace_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number, agent_id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, agent_id) REFERENCES members (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_declines_by_agent ON task_declines (workspace_id, agent_id);

CREATE TABLE task_checkpoints (
  workspace_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (workspace_id, number),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT;
`;
