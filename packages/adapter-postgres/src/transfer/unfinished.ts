import { UnfitServer } from '../engine/server.ts';
import type { Wire } from '../engine/wire.ts';

/** Tables that exist only in a database with an unfinished move. */
export const MOVE_TABLES = `
CREATE TABLE moves (workspaces TEXT NOT NULL, form TEXT NOT NULL);
CREATE TABLE move_progress (
  table_name TEXT NOT NULL PRIMARY KEY,
  last TEXT NOT NULL,
  rows BIGINT NOT NULL,
  done BIGINT NOT NULL
);
`;

export async function isUnfinished(wire: Wire): Promise<boolean> {
  const [row] = await wire.rows(`SELECT to_regclass('moves') IS NOT NULL`);
  return row?.[0] === 1;
}

/** Refuses a partially moved database. */
export async function refuseUnfinished(wire: Wire): Promise<void> {
  if (!(await isUnfinished(wire))) return;
  throw new UnfitServer(
    'A move into this database has started but is not finished. Continue it with the same tandem move command, or recreate the database.',
  );
}
