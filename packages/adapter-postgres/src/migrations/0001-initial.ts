/**
 * What only PostgreSQL needs: the tables that coordinate servers, the words of searchable texts, and storage parameters.
 *
 * - No trigger writes: the stores do. A workspace has one head. Every writer locks it first, so units of work of a
 *   workspace are serialized. It stores the last number of each sequence; `version`, incremented by each commit, and
 *   `writer`, the last committer; `told`, the number of commits with signals; and `access_version`, which changes when the
 *   powers of a key may have changed.
 * - Leases elect leaders, locks are held by exclusive jobs, rates are limits. Rates need not survive a crash, so their
 *   table is unlogged.
 * - Pages of tables that are updated constantly have free space, so that updates touch no index (HOT) and old versions are
 *   pruned on the page. Autovacuum scale factors are small: with the default of a fifth of all rows, a large workspace
 *   would go for days without fresh statistics and index cleanup.
 * - `keys_by_id` is not unique here: a unique index must lead with the workspace, which shards the tables.
 */
export const initial = `
CREATE TABLE heads (
  workspace_id TEXT NOT NULL PRIMARY KEY,
  task BIGINT NOT NULL DEFAULT 0,
  row BIGINT NOT NULL DEFAULT 0,
  event BIGINT NOT NULL DEFAULT 0,
  access_version BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 0,
  writer TEXT NOT NULL DEFAULT '',
  told BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.02);

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

CREATE INDEX keys_by_id ON keys (id);

ALTER TABLE search_texts ADD COLUMN words tsvector NOT NULL;
CREATE UNIQUE INDEX search_texts_by_ref ON search_texts (workspace_id, kind, ref) WHERE slot > 0;
CREATE INDEX search_texts_by_word ON search_texts USING gin (words) WITH (gin_pending_list_limit = 256);
ALTER TABLE search_placed ADD COLUMN words tsvector;
CREATE INDEX search_placed_by_word ON search_placed USING gin (words) WITH (gin_pending_list_limit = 256);

ALTER TABLE workspaces SET (fillfactor = 50);
ALTER TABLE counts SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE members SET (fillfactor = 70);
ALTER TABLE keys SET (fillfactor = 70);
ALTER TABLE tasks SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE claims SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE chats SET (fillfactor = 70);
ALTER TABLE turns SET (fillfactor = 70);
ALTER TABLE events SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE snapshots SET (fillfactor = 70);
ALTER TABLE usage_sums SET (fillfactor = 70);
ALTER TABLE webhooks SET (fillfactor = 70);
ALTER TABLE deliveries SET (fillfactor = 80);
ALTER TABLE search_texts SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE sessions SET (fillfactor = 70);
`;
