const inOrderOf = (column: string, when = '') => `
CREATE INDEX tasks_by_${column} ON tasks (workspace_id, archived, status, ${column}, number)${when};`;

/**
 * The orders of the task list, and its filters by time. Each index contains the status, like those of the other filters.
 * Creating a task adds to the one by `updated_at` alone (docs/decisions/0162-sorted-lists.md).
 */
export const lists = `
${inOrderOf('updated_at')}
${inOrderOf('due_date', ' WHERE due_date IS NOT NULL')}
${inOrderOf('completed_at', ' WHERE completed_at IS NOT NULL')}
`;
