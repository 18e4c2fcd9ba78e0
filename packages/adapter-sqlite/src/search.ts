/** Queues all texts for indexing (`SearchStore.fill`), if the word index does not match the existing texts. */
export const FILL_ANEW = `
INSERT INTO search (search) VALUES ('delete-all');
DELETE FROM search_texts;
DELETE FROM search_fills;
INSERT INTO search_fills (workspace_id, kind, number, seq)
SELECT DISTINCT workspace_id, 'placed', 0, 0 FROM search_placed
UNION ALL SELECT DISTINCT workspace_id, 'task', ${Number.MAX_SAFE_INTEGER}, 0 FROM tasks
UNION ALL SELECT DISTINCT workspace_id, 'comment', 0, 0 FROM comments
UNION ALL SELECT DISTINCT workspace_id, 'result', 0, 0 FROM results;
`;
