/**
 * Why a run failed, what it produced, and the record of all claims, which are no longer deleted. `ordinal` numbers the
 * claims of a task; `stop` is the end of a claim where `end_reason`, which its run is told, is less precise.
 */
export const attempts = `
ALTER TABLE results ADD COLUMN failure TEXT;
ALTER TABLE results ADD COLUMN artifact TEXT;

DROP INDEX claims_by_end;
ALTER TABLE claims DROP COLUMN superseded;
ALTER TABLE claims ADD COLUMN ordinal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE claims ADD COLUMN stop TEXT;
ALTER TABLE claims ADD COLUMN failure TEXT;
ALTER TABLE claims ADD COLUMN result_id TEXT;
ALTER TABLE claims ADD COLUMN waited_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE claims ADD COLUMN waiting_since INTEGER;
ALTER TABLE claims ADD COLUMN transcript_id TEXT;
ALTER TABLE claims ADD COLUMN transcript_steps INTEGER;
CREATE INDEX claims_by_transcript ON claims (workspace_id, transcript_id) WHERE transcript_id IS NOT NULL;
UPDATE claims SET ordinal = n.ordinal FROM (
  SELECT workspace_id, id, row_number() OVER (PARTITION BY workspace_id, number ORDER BY claimed_at, seq) AS ordinal
  FROM claims
) n WHERE n.workspace_id = claims.workspace_id AND n.id = claims.id;
CREATE UNIQUE INDEX claims_in_order ON claims (workspace_id, number, ordinal);
`;
