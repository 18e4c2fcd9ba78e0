/**
 * The indexes on project and effort now contain only tasks that have one. Most have none, yet each status change
 * updated both indexes for them.
 */
export const leanerIndexes = `
DROP INDEX tasks_by_project;
DROP INDEX tasks_by_effort;
CREATE INDEX tasks_by_project ON tasks (workspace_id, project_id, archived, status, number)
  WHERE project_id IS NOT NULL;
CREATE INDEX tasks_by_effort ON tasks (workspace_id, effort, archived, status, number)
  WHERE effort IS NOT NULL;
`;
