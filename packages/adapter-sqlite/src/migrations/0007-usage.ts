/**
 * The cost of work. Sums are kept per day and per month, so that a long range reads few rows. The period precedes the
 * owner in the key, so a page reads only its own owners in each period. A claim stores the usage already counted for
 * it.
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
