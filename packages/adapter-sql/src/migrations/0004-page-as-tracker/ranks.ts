/**
 * The manual order of tasks (docs/decisions/0167-ranks.md). All indexes contain only tasks that somebody has moved: the
 * list, the neighbors of a rank, and the tasks that the list by number leaves out.
 */
export const ranks = `
ALTER TABLE tasks ADD COLUMN rank TEXT;
CREATE INDEX tasks_by_rank ON tasks (workspace_id, archived, status, rank, number) WHERE rank IS NOT NULL;
CREATE INDEX tasks_ranked ON tasks (workspace_id, rank, number) WHERE rank IS NOT NULL;
CREATE INDEX tasks_with_rank ON tasks (workspace_id, number) WHERE rank IS NOT NULL;
`;
