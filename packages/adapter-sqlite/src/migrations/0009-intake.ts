/** The intake rule for tasks created by agents, the number waiting in the backlog, and the origin of tasks. */
export const intake = `
ALTER TABLE workspaces ADD COLUMN agent_intake TEXT NOT NULL DEFAULT 'open';
ALTER TABLE workspaces ADD COLUMN agent_intake_limit INTEGER NOT NULL DEFAULT 20;
ALTER TABLE tasks ADD COLUMN from_agent INTEGER NOT NULL DEFAULT 0;
UPDATE tasks SET from_agent = 1 WHERE (workspace_id, creator_id) IN (
  SELECT workspace_id, id FROM members WHERE type = 'agent'
  UNION ALL SELECT workspace_id, id FROM keys WHERE kind = 'runtime');
`;
