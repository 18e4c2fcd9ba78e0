const HOLDERS = ['members', 'goals', 'projects', 'tasks'];

/**
 * External ids, as `<source>:<id>`, and the metadata of tasks. Both indexes contain only rows that have one, so that a
 * task without costs nothing. Rows of `task_metadata` repeat the task's status, like those of `task_tags`; an entry is
 * `<key>=<value>`.
 */
export const externalIds = `
${HOLDERS.map(
  (table) => `
ALTER TABLE ${table} ADD COLUMN external_id TEXT;
ALTER TABLE ${table} ADD COLUMN external_url TEXT;
CREATE UNIQUE INDEX ${table}_by_external_id ON ${table} (workspace_id, external_id) WHERE external_id IS NOT NULL;`,
).join('\n')}
ALTER TABLE tasks ADD COLUMN metadata TEXT;

CREATE TABLE task_metadata (
  workspace_id TEXT NOT NULL,
  entry TEXT NOT NULL,
  archived INTEGER NOT NULL,
  status TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, entry, archived, status, number),
  FOREIGN KEY (workspace_id, number) REFERENCES tasks (workspace_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX task_metadata_by_task ON task_metadata (workspace_id, number);
`;
