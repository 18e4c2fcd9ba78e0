/**
 * The indexes of projects and efforts hold only the tasks that have one. Most have not, and each move of a task took it
 * out of both and put it in again, to be found by nobody.
 */
export const leanerIndexes = `
DROP INDEX tasks_by_project;
DROP INDEX tasks_by_effort;
CREATE INDEX tasks_by_project ON tasks (workspace_id, project_id, archived, status, number)
  WHERE project_id IS NOT NULL;
CREATE INDEX tasks_by_effort ON tasks (workspace_id, effort, archived, status, number)
  WHERE effort IS NOT NULL;
`;
