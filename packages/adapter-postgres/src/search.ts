/** Queues all texts for indexing (`SearchStore.fill`), after rows were inserted without indexing. */
export const REBUILD_INDEX = `
DELETE FROM search_texts;
DELETE FROM search_fills;
INSERT INTO search_fills (workspace_id, kind, number, seq)
SELECT DISTINCT workspace_id, 'placed', 0, 0 FROM search_placed
UNION ALL SELECT DISTINCT workspace_id, 'task', ${Number.MAX_SAFE_INTEGER}, 0 FROM tasks
UNION ALL SELECT DISTINCT workspace_id, 'comment', 0, 0 FROM comments
UNION ALL SELECT DISTINCT workspace_id, 'result', 0, 0 FROM results;
`;
