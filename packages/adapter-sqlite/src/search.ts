import type { Connection } from './engine/sqlite.ts';

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

/** Pages that a step writes: a few milliseconds. */
const PAGES = 64;
/** Fewer changes mean that nothing was left to merge. */
const MIN_CHANGES = 2;
const CHANGES = 'SELECT total_changes() AS n';

const command = (name: string, value: number) =>
  `INSERT INTO search (search, rank) VALUES ('${name}', ${value})`;

/**
 * Merges a part of the word index, in a transaction; returns whether more may be left. Each commit adds a segment, and
 * writers merge only eight of a size, because that is cheaper for them. A word is looked up in each segment.
 */
export function mergeSegments(on: Connection): boolean {
  const changes = () => on.get<{ n: number }>(CHANGES, [])?.n ?? 0;
  on.run(command('usermerge', 2), []);
  const before = changes();
  on.run(command('merge', PAGES), []);
  return changes() - before >= MIN_CHANGES;
}
