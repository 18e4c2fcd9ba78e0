const inOrderOf = (column: string, when = '') => `
CREATE INDEX tasks_by_${column} ON tasks (workspace_id, archived, status, ${column}, number)${when};`;

/**
 * The orders of the task list, and its filters by time (docs/decisions/0043). Like the indexes of other filters they
 * contain the status, except the one by `created_at`: it only finds few tasks, and no change moves an entry.
 */
export const lists = `
CREATE INDEX tasks_by_created_at ON tasks (workspace_id, archived, created_at, number);${inOrderOf('updated_at')}
${inOrderOf('due_date', ' WHERE due_date IS NOT NULL')}
${inOrderOf('completed_at', ' WHERE completed_at IS NOT NULL')}
`;
