/**
 * What work has cost. A sum is kept for each day and for each month, so that many days are read as a few months; the
 * period comes before the owner, so that a page of sums reads so many owners in each of its periods, and no others.
 * A claim keeps what it has been counted for.
 */
export const usage = `
CREATE TABLE usage_sums (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  kind TEXT NOT NULL,
  period TEXT NOT NULL,
  owner TEXT NOT NULL,
  usage TEXT NOT NULL,
  PRIMARY KEY (workspace_id, kind, period, owner)
) STRICT, WITHOUT ROWID;
ALTER TABLE claims ADD COLUMN usage TEXT;
`;
