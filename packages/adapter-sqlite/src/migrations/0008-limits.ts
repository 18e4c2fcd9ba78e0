/** Daily usage limits of agents, and the agents that reached them. */
export const limits = `
ALTER TABLE members ADD COLUMN limits TEXT;
CREATE TABLE limits_reached (
  workspace_id TEXT NOT NULL,
  day TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day, agent_id)
) STRICT, WITHOUT ROWID;
`;
