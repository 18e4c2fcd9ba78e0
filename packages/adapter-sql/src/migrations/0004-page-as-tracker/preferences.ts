/** The preferences of members that have changed one. Lists are JSON. */
export const preferences = `
CREATE TABLE preferences (
  workspace_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  theme TEXT NOT NULL,
  density TEXT NOT NULL,
  time_zone TEXT,
  hour_cycle TEXT,
  notifications_off TEXT NOT NULL,
  favorites TEXT NOT NULL,
  get_started TEXT NOT NULL,
  PRIMARY KEY (workspace_id, member_id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id)
) STRICT, WITHOUT ROWID;
`;
