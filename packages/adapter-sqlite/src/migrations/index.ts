import {
  DatabaseTooNew,
  migrationsWith,
  missingMigrations,
  type ProblemListener,
  schemaChanged,
} from '@tandem/adapter-sql';
import type { Refusal } from '@tandem/core';
import type { Connection } from '../engine/sqlite.ts';
import { initial } from './0001-initial.ts';

/** Every schema change, oldest first. Never edit a released migration. */
export const MIGRATIONS: readonly string[] = migrationsWith([initial]);

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

/**
 * Updates the schema: all missing migrations in one transaction, under the write lock. Of two processes one migrates,
 * and a failure leaves the database unchanged. Throws `DatabaseTooNew` and `DatabaseTooOld`.
 */
export function migrate(connection: Connection, migrations: readonly string[] = MIGRATIONS): void {
  const last = FIRST_VERSION + migrations.length - 1;
  if (schemaVersion(connection) === last) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    const missing = missingMigrations(schemaVersion(connection), migrations, FIRST_VERSION);
    for (const migration of missing) connection.exec(migration);
    connection.exec(`PRAGMA user_version = ${last}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK');
    throw error;
  }
}
