/**
 * Coordination among the servers of a database: leader election, exclusive jobs, and rate limits. Rates need not
 * survive a crash, so their table is unlogged.
 */
export const servers = `
CREATE TABLE leases (
  name TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  until BIGINT NOT NULL
) WITH (fillfactor = 20);

CREATE TABLE locks (
  name TEXT NOT NULL PRIMARY KEY
);

CREATE UNLOGGED TABLE rates (
  name TEXT NOT NULL PRIMARY KEY,
  hits BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX rates_by_end ON rates (ends_at);
`;
