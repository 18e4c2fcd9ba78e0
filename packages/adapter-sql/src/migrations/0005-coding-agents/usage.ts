/**
 * Measured usage: what a claim's telemetry added up to, and the data points that were counted, so that none counts
 * twice. The indexes on claims list attempts by time.
 */
export const usage = `
ALTER TABLE claims ADD COLUMN measured TEXT;
CREATE INDEX claims_by_time ON claims (workspace_id, claimed_at, seq);
CREATE INDEX claims_of_agent_by_time ON claims (workspace_id, agent_id, claimed_at, seq);
CREATE TABLE seen_points (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  owner TEXT NOT NULL,
  point TEXT NOT NULL,
  time TEXT NOT NULL,
  value REAL NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, owner, point)
) STRICT, WITHOUT ROWID;
CREATE INDEX seen_points_by_age ON seen_points (workspace_id, at);
`;
