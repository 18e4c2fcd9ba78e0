/** The keys of runs, and whether agents may use any other. */
export const runs = `
ALTER TABLE keys ADD COLUMN task_number INTEGER;
ALTER TABLE keys ADD COLUMN issued_to TEXT;
CREATE INDEX keys_of_runs ON keys (workspace_id, expires_at) WHERE kind = 'run';
ALTER TABLE workspaces ADD COLUMN agent_keys TEXT NOT NULL DEFAULT 'any';
`;
