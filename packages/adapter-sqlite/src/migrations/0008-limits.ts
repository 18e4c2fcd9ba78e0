/** How much an agent may use on a day, and who has used as much on which day. */
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
