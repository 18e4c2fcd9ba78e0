/**
 * The next check of a claim's lease, at its end or before. A heartbeat moves the end but not this column, so it updates
 * no index.
 */
export const leaseChecks = `
ALTER TABLE claims ADD COLUMN check_at INTEGER NOT NULL DEFAULT 0;
UPDATE claims SET check_at = expires_at;
DROP INDEX claims_by_lease;
CREATE INDEX claims_by_check ON claims (check_at) WHERE ended_at IS NULL;
`;
