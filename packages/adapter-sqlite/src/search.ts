const fill = (where: string) => [
  `DELETE FROM search_texts ${where}`,
  `DELETE FROM search_fills ${where}`,
  `INSERT INTO search_fills (workspace_id, kind, number, seq)
   SELECT DISTINCT workspace_id, 'placed', 0, 0 FROM search_placed ${where}
   UNION ALL SELECT DISTINCT workspace_id, 'task', ${Number.MAX_SAFE_INTEGER}, 0 FROM tasks ${where}
   UNION ALL SELECT DISTINCT workspace_id, 'comment', 0, 0 FROM comments ${where}
   UNION ALL SELECT DISTINCT workspace_id, 'result', 0, 0 FROM results ${where}`,
];

/** Empties the word index and queues all texts for indexing (`SearchStore.fill`). */
export const REBUILD_INDEX = `${[`INSERT INTO search (search) VALUES ('delete-all')`, ...fill('')].join(';\n')};`;

const WORKSPACE = 'WHERE workspace_id = ?1';
/** The same for the workspace ?1: the rowids of a block's documents start at its id times 2^32. */
export const REBUILD_WORKSPACE: readonly string[] = [
  `DELETE FROM search WHERE rowid IN (
     SELECT s.rowid FROM search_blocks b
     JOIN search s ON s.rowid BETWEEN b.id << 32 AND (b.id << 32) + 4294967295 ${WORKSPACE})`,
  ...fill(WORKSPACE),
];
