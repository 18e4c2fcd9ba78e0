/** Keeps the last claim of each task: only superseded claims are in the index of claims to delete. */
export const lastClaims = `
ALTER TABLE claims ADD COLUMN superseded INTEGER NOT NULL DEFAULT 0;
UPDATE claims SET superseded = 1 WHERE ended_at IS NOT NULL AND EXISTS (
  SELECT 1 FROM claims later WHERE later.workspace_id = claims.workspace_id AND later.number = claims.number
  AND (later.claimed_at > claims.claimed_at OR later.claimed_at = claims.claimed_at AND later.seq > claims.seq)
);
DROP INDEX claims_by_end;
CREATE INDEX claims_by_end ON claims (workspace_id, ended_at) WHERE superseded = 1;
`;
