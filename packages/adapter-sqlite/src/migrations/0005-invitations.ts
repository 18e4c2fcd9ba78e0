/**
 * An invitation depends on the admin who created it. For existing invitations, that is the actor of the newest log
 * entry that added or invited the person. Invitations created by an acting key, or without such an entry, are deleted:
 * NULL would mean the operator and validate them. CROSS JOIN and INDEXED BY, because SQLite would scan the log again
 * for each entry.
 */
export const invitations = `
CREATE TABLE invitations_new (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  created_by TEXT,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id),
  FOREIGN KEY (workspace_id, created_by) REFERENCES members (workspace_id, id)
) STRICT;
INSERT INTO invitations_new
SELECT i.workspace_id, i.id, i.member_id, i.code_hash, i.expires_at, e.actor_id
FROM invitations i
CROSS JOIN events e ON e.workspace_id = i.workspace_id AND e.seq = (
  SELECT max(seq) FROM events INDEXED BY events_by_entity
  WHERE workspace_id = i.workspace_id AND entity_type = 'member' AND entity_id = i.member_id
    AND action IN ('created', 'invited')
)
JOIN members m ON m.workspace_id = e.workspace_id AND m.id = e.actor_id
WHERE e.actor_type = 'human' AND e.key_owner IS NULL;
DROP TABLE invitations;
ALTER TABLE invitations_new RENAME TO invitations;
CREATE UNIQUE INDEX invitations_by_member ON invitations (workspace_id, member_id);
CREATE INDEX invitations_by_id ON invitations (id);
`;
