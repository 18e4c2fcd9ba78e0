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

interface Version {
  user_version: number;
}

export const schemaVersion = (connection: Connection): number =>
  connection.get<Version>('PRAGMA user_version', [])?.user_version ?? 0;

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
  /** The file to copy before an existing database is changed; by default none is copied. */
  readonly copyOf?: string | undefined;
}

/**
 * Updates the schema: all missing migrations in one transaction, under the write lock. Of two processes one migrates,
 * and a failure leaves the database unchanged. Returns `null` for a new or up-to-date database. Throws `DatabaseTooNew`,
 * `DatabaseTooOld` and `NoSpaceForCopy`.
 */
export function migrate(
  connection: Connection,
  { migrations = MIGRATIONS, copyOf }: MigrateOptions = {},
): Migrated | null {
  const to = FIRST_VERSION + migrations.length - 1;
  if (schemaVersion(connection) === to) return null;
  connection.exec('BEGIN IMMEDIATE');
  try {
    const from = schemaVersion(connection);
    const missing = missingMigrations(from, migrations, FIRST_VERSION);
    const copy = copyOf && from > 0 && missing.length > 0 ? copyBefore(copyOf, to) : null;
    for (const migration of missing) connection.exec(migration);
    connection.exec(`PRAGMA user_version = ${to}`);
    connection.exec('COMMIT');
    return from > 0 && missing.length > 0 ? { from, to, copy } : null;
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK');
    throw error;
  }
}
