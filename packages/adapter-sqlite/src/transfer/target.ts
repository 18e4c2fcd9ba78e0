import { closeSync, existsSync, openSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import {
  ALL_THERE,
  digestOfWorkspaces,
  type MoveIdentity,
  MoveRefused,
  type MoveTarget,
  type TableProgress,
  type TransferKey,
  type TransferRow,
  type TransferTable,
} from '@tandem/adapter-sql';
import { syncToDisk } from '../backup/disk.ts';
import { hasTable, openKnown } from '../backup/known.ts';
import { schemaOf } from '../backup/seal.ts';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { REBUILD_INDEX } from '../search.ts';
import { insert, rowsOf } from './rows.ts';

/** The name of a database with an unfinished move. */
export const unfinishedMove = (database: string): string => `${database}.moving`;

const OWN_TABLES = `
CREATE TABLE moves (workspaces TEXT NOT NULL, form TEXT NOT NULL) STRICT;
CREATE TABLE move_progress (
  table_name TEXT NOT NULL PRIMARY KEY,
  last TEXT NOT NULL,
  rows INTEGER NOT NULL,
  done INTEGER NOT NULL
) STRICT;
`;
const KEEP = 'INSERT OR REPLACE INTO move_progress (table_name, last, rows, done) VALUES (?, ?, ?, ?)';

/**
 * A new database as the target of a move. Until it is finished it has a temporary name and no indexes and triggers:
 * counts are copied, and must not be counted again. Its folder must exist.
 */
export function sqliteTarget(database: string): MoveTarget {
  const file = unfinishedMove(database);
  let opened: Connection | null = null;
  /** Whether an earlier attempt was killed after its last step, so that only the comparison is left. */
  let isFinished = false;
  const connection = (): Connection => {
    if (!opened) throw new TypeError('The move was not started.');
    return opened;
  };
  const close = () => {
    opened?.close();
    opened = null;
  };

  return {
    name: database,
    begin: async (identity) => {
      if (existsSync(database)) {
        opened = await openFinished(database, identity);
        isFinished = true;
        return ALL_THERE;
      }
      opened = openUnfinished(file);
      return begun(opened, identity, file);
    },
    put: async (table, rows, { last, rows: count, done }) => {
      const on = connection();
      on.exec('BEGIN');
      try {
        insert(on, table, rows);
        on.run(KEEP, [table.name, JSON.stringify(last), count, done ? 1 : 0]);
        on.exec('COMMIT');
      } catch (error) {
        if (on.inTransaction()) on.exec('ROLLBACK');
        throw error;
      }
      await turn();
    },
    rows: (table, after) => rowsIn(connection(), table, after),
    finish: async () => {
      if (isFinished) return;
      complete(connection(), file);
      close();
      await syncToDisk(file);
      if (existsSync(database)) throw taken(database);
      await rename(file, database);
      await syncToDisk(dirname(database));
    },
    close: async () => close(),
  };
}

const taken = (database: string) =>
  new MoveRefused(`A database already exists: ${database}. Move to another folder.`);

async function* rowsIn(
  on: Connection,
  table: TransferTable,
  after: TransferKey | null,
): AsyncGenerator<readonly TransferRow[]> {
  for (const rows of rowsOf(on, table, after)) {
    yield rows;
    await turn();
  }
}

/** Opens the database of a finished move for comparison. Throws `MoveRefused` if it is another one. */
async function openFinished(database: string, { workspaces }: MoveIdentity): Promise<Connection> {
  const on = openKnown(database);
  try {
    const found =
      schemaVersion(on) === SCHEMA_VERSION &&
      (await digestOfWorkspaces({
        rows: (table, after) => rowsIn(on, table, after),
        close: async () => undefined,
      }));
    if (found === workspaces) return on;
  } catch (error) {
    on.close();
    throw error;
  }
  on.close();
  throw taken(database);
}

function openUnfinished(file: string): Connection {
  // Created before SQLite would create it, so that only the owner can read it.
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
  const on = openConnection(file, 'writer');
  // References are checked at the end. Sorting for the indexes may exceed memory.
  on.exec('PRAGMA foreign_keys = OFF; PRAGMA temp_store = FILE');
  return on;
}

function begun(on: Connection, identity: MoveIdentity, file: string): ReadonlyMap<string, TableProgress> {
  if (!hasTable(on, 'moves')) {
    // The move was complete except for the rename.
    if (hasTable(on, 'workspaces') && on.get('SELECT 1 FROM workspaces', [])) return ALL_THERE;
    prepare(on, identity);
    return new Map();
  }
  const found = on.get<MoveIdentity>('SELECT workspaces, form FROM moves', []);
  if (found?.workspaces !== identity.workspaces) {
    throw new MoveRefused(
      `${file} belongs to the move of another database. Remove it, or move to another folder.`,
    );
  }
  if (found.form !== identity.form) {
    throw new MoveRefused(
      `${file} was started by another version of Tandem. Continue with that version, or remove it to start over.`,
    );
  }
  return progressOf(on);
}

function progressOf(on: Connection): Map<string, TableProgress> {
  const rows = on.all<{ table_name: string; last: string; rows: number; done: number }>(
    'SELECT table_name, last, rows, done FROM move_progress',
    [],
  );
  return new Map(
    rows.map(({ table_name, last, rows: count, done }) => [
      table_name,
      { last: JSON.parse(last), rows: count, done: done === 1 },
    ]),
  );
}

function prepare(on: Connection, { workspaces, form }: MoveIdentity): void {
  if (schemaVersion(on) !== SCHEMA_VERSION) migrate(on);
  on.exec('BEGIN');
  for (const { type, name } of schemaOf(on).reverse()) if (type !== 'table') on.exec(`DROP ${type} ${name}`);
  on.exec(OWN_TABLES);
  on.run('INSERT INTO moves (workspaces, form) VALUES (?, ?)', [workspaces, form]);
  on.exec('COMMIT');
}

/** Adds the indexes and triggers, and drops the tables of the move. */
function complete(on: Connection, file: string): void {
  const there = new Set(schemaOf(on).map(({ name }) => name));
  on.exec('BEGIN');
  try {
    for (const { name, sql } of asMigrated()) if (!there.has(name)) on.exec(sql);
    on.exec(REBUILD_INDEX);
    const [astray] = on.all<{ table: string; parent: string }>('PRAGMA foreign_key_check', []);
    if (astray) {
      throw new MoveRefused(
        `A row of ${astray.table} refers to a missing row of ${astray.parent}. ${file} stays unfinished.`,
      );
    }
    on.exec('DROP TABLE IF EXISTS move_progress; DROP TABLE IF EXISTS moves; COMMIT');
  } catch (error) {
    if (on.inTransaction()) on.exec('ROLLBACK');
    throw error;
  }
  on.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
}

function asMigrated() {
  const empty = openConnection(':memory:', 'writer');
  try {
    migrate(empty);
    return schemaOf(empty);
  } finally {
    empty.close();
  }
}
