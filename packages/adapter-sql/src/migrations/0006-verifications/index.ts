/**
 * Checks on criteria, and their verifications. A verification keeps copies of what it verifies. `expires_at` uses the
 * monotonic clock.
 */
export const verifications = `
ALTER TABLE criteria ADD COLUMN check_ TEXT;
ALTER TABLE results ADD COLUMN overridden_at INTEGER;
CREATE INDEX results_overridden ON results (workspace_id, overridden_at) WHERE overridden_at IS NOT NULL;
ALTER TABLE members ADD COLUMN verifier INTEGER NOT NULL DEFAULT 0;
ALTER TABLE members ADD COLUMN made_by TEXT;

CREATE TABLE task_verifications (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  result_id TEXT NOT NULL,
  criterion_id TEXT NOT NULL,
  criterion_text TEXT NOT NULL,
  check_ TEXT NOT NULL,
  artifact TEXT NOT NULL,
  repository TEXT NOT NULL,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL,
  failed_once INTEGER NOT NULL,
  verifier_id TEXT,
  makers TEXT NOT NULL,
  token TEXT,
  seconds INTEGER,
  expires_at INTEGER,
  shown_until INTEGER,
  claimed_at INTEGER,
  heard_at INTEGER,
  progress TEXT,
  report TEXT,
  output TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, verifier_id) REFERENCES members (workspace_id, id)
) STRICT;
CREATE INDEX task_verifications_of_task ON task_verifications (workspace_id, number, seq);
CREATE INDEX task_verifications_current ON task_verifications (workspace_id, number) WHERE state <> 'void';
CREATE INDEX task_verifications_by_state ON task_verifications (workspace_id, state, seq, repository);
CREATE INDEX task_verifications_by_verifier ON task_verifications (workspace_id, verifier_id, state);
CREATE INDEX task_verifications_by_end ON task_verifications (expires_at) WHERE state = 'running';
`;
