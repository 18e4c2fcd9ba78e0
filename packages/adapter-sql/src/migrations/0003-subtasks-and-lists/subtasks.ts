const READY = `status = 'todo' AND archived = 0 AND open_blockers = 0 AND not_before IS NULL
  AND held = 0 AND over_budget = 0 AND (open_children = 0 OR woken_by IS NOT NULL)`;
const ORDER = `priority, COALESCE(due_date, ${Number.MAX_SAFE_INTEGER}), number`;

/**
 * Trees of tasks. `open_children`, `done_children` and `canceled_children` count the direct children that are not
 * archived, so that lists show them without counting. `held` is 1 while an ancestor is blocked, in the backlog,
 * canceled, archived or over its budget: the `ready` indexes leave out such tasks, and those whose open children are the
 * work. The indexes of children contain only tasks with a parent.
 */
export const subtasks = `
ALTER TABLE tasks ADD COLUMN parent_number INTEGER;
ALTER TABLE tasks ADD COLUMN open_children INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN done_children INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN canceled_children INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN woken_by TEXT;
ALTER TABLE tasks ADD COLUMN budget TEXT;
ALTER TABLE tasks ADD COLUMN over_budget INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN usage TEXT;
CREATE INDEX tasks_by_parent ON tasks (workspace_id, parent_number, archived, status, number)
  WHERE parent_number IS NOT NULL;
CREATE INDEX tasks_with_parent ON tasks (workspace_id, number) WHERE parent_number IS NOT NULL;
DROP INDEX tasks_ready;
DROP INDEX tasks_ready_of_project;
DROP INDEX tasks_back;
CREATE INDEX tasks_ready ON tasks (workspace_id, assignee_id, ${ORDER})
  WHERE ${READY};
CREATE INDEX tasks_ready_of_project ON tasks (workspace_id, project_id, assignee_id, ${ORDER})
  WHERE ${READY} AND project_id IS NOT NULL;
CREATE INDEX tasks_back ON tasks (workspace_id, back_to, ${ORDER})
  WHERE ${READY} AND back_to IS NOT NULL;
`;
