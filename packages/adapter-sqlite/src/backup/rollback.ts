import { statSync } from 'node:fs';
import { openConnection } from '../engine/sqlite.ts';
import { copiesOf } from '../migrations/copy.ts';
import { SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { hasTable, Refused } from './known.ts';

/** A way back to the database from before a migration. */
export interface Rollback {
  /** The copy that this version can read. */
  readonly copy: string;
  /** Unix milliseconds. */
  readonly copiedAt: number;
  /** The data that the copy lacks; `null` if the newer database can't be compared with it. */
  readonly lost: { readonly changes: number; readonly lastAt: number | null; readonly tasks: number } | null;
}

/** The newest copy from before a migration that this version can read; undefined if there is none. */
export const usableCopy = (database: string): string | undefined =>
  copiesOf(database).find(({ path }) => canRead(path))?.path;

function canRead(copy: string): boolean {
  try {
    return versionOf(copy) <= SCHEMA_VERSION;
  } catch {
    // Damaged, or not a database: another copy may do.
    return false;
  }
}

/** Finds the way back for a database that a newer version migrated. Throws `Refused` if it needs none or has none. */
export function findRollback(database: string): Rollback {
  const version = versionOf(database);
  if (version <= SCHEMA_VERSION) {
    throw new Refused(
      `${database} has schema version ${version}, which this version of Tandem can use. To go back further, install the version before first.`,
    );
  }
  const copy = usableCopy(database);
  if (copy === undefined) {
    throw new Refused(
      `There is no copy of ${database} from before schema version ${version}. Restore a backup instead, with tandem restore.`,
    );
  }
  return { copy, copiedAt: statSync(copy).mtimeMs, lost: differenceOf(database, copy) };
}

function versionOf(file: string): number {
  const connection = openConnection(file, 'onlooker');
  try {
    return schemaVersion(connection);
  } finally {
    connection.close();
  }
}

/** Every change writes an event; these are the events that the copy lacks. */
const CHANGES = `
  SELECT count(*) AS changes, max(created_at) AS lastAt FROM main.events e
  WHERE NOT EXISTS (
    SELECT 1 FROM copy.events c WHERE c.workspace_id = e.workspace_id AND c.seq = e.seq)`;
const TASKS = 'SELECT (SELECT count(*) FROM main.tasks) - (SELECT count(*) FROM copy.tasks) AS tasks';

function differenceOf(database: string, copy: string): Rollback['lost'] {
  const connection = openConnection(database, 'onlooker');
  try {
    if (!hasTable(connection, 'events') || !hasTable(connection, 'tasks')) return null;
    connection.run('ATTACH ? AS copy', [copy]);
    const changes = connection.get<{ changes: number; lastAt: number | null }>(CHANGES, []);
    const tasks = connection.get<{ tasks: number }>(TASKS, []);
    return changes && tasks ? { ...changes, tasks: Math.max(0, tasks.tasks) } : null;
  } catch {
    // The newer version may have changed these tables.
    return null;
  } finally {
    connection.close();
  }
}
