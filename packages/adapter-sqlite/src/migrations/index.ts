import {
  DatabaseTooNew,
  type Migrated,
  migrationsWith,
  missingMigrations,
  type ProblemListener,
  schemaChanged,
} from '@tandem/adapter-sql';
import type { Refusal } from '@tandem/core';
import type { Connection } from '../engine/sqlite.ts';
import { initial } from './0001-initial.ts';
import { smallerCommits } from './0002-smaller-commits.ts';
import { subtasksAndLists } from './0003-subtasks-and-lists.ts';
import { copyBefore } from './copy.ts';

/** Every schema change, oldest first. Never edit a released migration. */
export const MIGRATIONS: readonly string[] = migrationsWith([initial, smallerCommits, subtasksAndLists]);

/** The version that the first migration creates. Lower ones are from before the first release. */
const FIRST_VERSION = 20;

/** The schema version of an up-to-date database. */
export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length - 1;

/** The version of a file that a host shares with Tandem, because `user_version` may be the host's. */
const SHARED_VERSION = 'CREATE TABLE tandem_schema (version INTEGER NOT NULL) STRICT';
const inTable = new WeakMap<Connection, boolean>();

/** Whether the version is in a table. Cached once the file has Tandem's tables, because it no longer changes. */
function isShared(connection: Connection): boolean {
  const known = inTable.get(connection);
  if (known !== undefined) return known;
  const found = connection.get("SELECT 1 FROM sqlite_schema WHERE name = 'tandem_schema'", []) !== undefined;
  if (found || isTandem(connection)) inTable.set(connection, found);
  return found;
}

/** Finds a table that only Tandem has, in every version. */
const TABLE_OF_TANDEM = `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'search_fills'`;
const isTandem = (connection: Connection): boolean => connection.get(TABLE_OF_TANDEM, []) !== undefined;

export const schemaVersion = (connection: Connection): number => {
  const [version] = connection.all(
    isShared(connection) ? 'SELECT version FROM tandem_schema' : 'PRAGMA user_version',
    [],
    ([found]) => found as number,
  );
  return version ?? 0;
};

function storeVersion(connection: Connection, version: number): void {
  connection.exec(
    isShared(connection)
      ? `UPDATE tandem_schema SET version = ${version}`
      : `PRAGMA user_version = ${version}`,
  );
}

/** Prepares a file of a host for its first migration. A Tandem database that the host opens stays as it is. */
function share(connection: Connection): void {
  if (isShared(connection) || isTandem(connection)) return;
  connection.exec(`${SHARED_VERSION}; INSERT INTO tandem_schema VALUES (0)`);
}

/** Thrown for a file of a host with a table, index or trigger of a name that Tandem needs. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';

  constructor(taken: string) {
    super(
      `The file has a ${taken}, and Tandem needs this name. Rename yours, or give Tandem a file of its own; nothing was changed.`,
    );
  }
}

const TAKEN = /^(?:there is already an? )?(table|index|trigger|view) (?:named )?(\w+)(?: already exists)?$/;

/** Detects that a command of another version has migrated the file while this process has it open. */
export function watchSchema(onProblem: ProblemListener) {
  let refusal: Refusal | null = null;
  return {
    /** The refusal of every unit of work, once a different schema was found. */
    found: () => refusal,
    /** Throws that refusal if the schema differs; takes microseconds. */
    check: (connection: Connection): void => {
      const version = schemaVersion(connection);
      if (version === SCHEMA_VERSION && !refusal) return;
      if (!refusal) {
        const error = new DatabaseTooNew(version, SCHEMA_VERSION);
        refusal = schemaChanged(error);
        onProblem({ error, refusesUnits: true });
      }
      throw refusal;
    },
  };
}

export interface MigrateOptions {
  readonly migrations?: readonly string[];
  /** Whether an existing database is copied before it is changed. */
  readonly copies?: boolean | undefined;
  /** Whether a new database shares its file with tables of a host. */
  readonly shared?: boolean | undefined;
}

/**
 * Updates the schema: all missing migrations in one transaction, under the write lock. Of two processes one migrates,
 * and a failure leaves the database unchanged. Returns `null` for a new or up-to-date database. Throws `DatabaseTooNew`,
 * `DatabaseTooOld` and `NoSpaceForCopy`.
 */
export function migrate(
  connection: Connection,
  { migrations = MIGRATIONS, copies = false, shared = false }: MigrateOptions = {},
): Migrated | null {
  const to = FIRST_VERSION + migrations.length - 1;
  if (schemaVersion(connection) === to) return null;
  connection.exec('BEGIN IMMEDIATE');
  try {
    if (shared) share(connection);
    const from = schemaVersion(connection);
    const missing = missingMigrations(from, migrations, FIRST_VERSION);
    const copy = copies && from > 0 && missing.length > 0 ? copyBefore(connection, to) : null;
    for (const migration of missing) connection.exec(migration);
    storeVersion(connection, to);
    connection.exec('COMMIT');
    return from > 0 && missing.length > 0 ? { from, to, copy } : null;
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK');
    inTable.delete(connection);
    const taken = shared && TAKEN.exec((error as Error).message);
    throw taken ? new NameTaken(`${taken[1]} named ${taken[2]}`) : error;
  }
}
