import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  DatabaseTooNew,
  DatabaseTooOld,
  type SqliteStorageOptions,
  sqliteStorage,
  type Trouble,
  troubleOf,
  unfinishedMove,
} from '@tandem/adapter-sqlite';
import type { Storage } from '@tandem/core';
import { CannotRun } from '../errors/cannot-run.ts';
import { makeFolder, refuseUnfit } from './data-folder.ts';

const FILE = 'tandem.db';

/** The path of a data folder's database. */
export const databaseIn = (dataDir: string): string => join(dataDir, FILE);

/** The folder of the file contents in a data folder. */
export const filesIn = (dataDir: string): string => join(dataDir, 'files');

/**
 * Opens the database in a data folder, creating both if missing. Throws `CannotRun` for problems that the operator can
 * fix.
 */
export function openDatabase(dataDir: string, listeners?: Listeners): Storage {
  makeFolder(dataDir);
  refuseUnfinishedMove(dataDir);
  return open(databaseIn(dataDir), listeners);
}

/**
 * Refuses a folder that an unfinished move is filling; otherwise a new database would take the place of the moved one.
 */
export function refuseUnfinishedMove(dataDir: string): void {
  const file = unfinishedMove(databaseIn(dataDir));
  if (!existsSync(file) || existsSync(databaseIn(dataDir))) return;
  throw new CannotRun(
    `A move into the data folder ${dataDir} has started but is not finished. Continue it with the same tandem move command, or remove ${file}.`,
  );
}

/** Listeners for database events. */
type Listeners = Pick<SqliteStorageOptions, 'onCommit' | 'onBadRow' | 'onProblem'>;

/** Opens an existing database; throws `CannotRun` if there is none, so that a typo in the path creates no database. */
export function openExistingDatabase(dataDir: string): Storage {
  return open(existingDatabase(dataDir));
}

/** The path of an existing database; throws `CannotRun` if there is none. */
export function existingDatabase(dataDir: string): string {
  const file = databaseIn(dataDir);
  if (existsSync(file)) return file;
  refuseUnfit(dataDir);
  throw new CannotRun(`There is no database in ${dataDir}. Set TANDEM_DATA_DIR to the folder that holds it.`);
}

function open(file: string, listeners?: Listeners): Storage {
  try {
    return sqliteStorage({ file, ...listeners });
  } catch (error) {
    throw explained(error, file);
  }
}

const ANOTHER_FOLDER = 'Give this user write permission, or set TANDEM_DATA_DIR to another folder.';

/** A problem with a database, and the operator's fix. */
const MEANINGS: Readonly<Record<Trouble, string>> = {
  'no database': 'is not a database. Move that file away, or set TANDEM_DATA_DIR to another folder.',
  damaged: 'is damaged. Run tandem doctor, or replace it with a backup using tandem restore.',
  'not writable': `cannot be opened for writing. ${ANOTHER_FOLDER}`,
  locked: 'is locked by another program. Try again when that program has finished.',
  full: "can't grow: the disk is full. Free some space and try again.",
  failing: "can't be read or written: the disk is full or failing. Free some space, or check the disk.",
};

/** Converts errors that the operator can fix to `CannotRun`; returns other errors unchanged. */
export function explained(error: unknown, file: string): unknown {
  if (error instanceof DatabaseTooNew) {
    return new CannotRun(
      `The database ${file} was written by a newer version of Tandem. Run that version or a later one.`,
    );
  }
  if (error instanceof DatabaseTooOld)
    return new CannotRun(`The database ${file} cannot be used. ${error.message}`);
  const trouble = troubleOf(error);
  return trouble ? new CannotRun(`The database ${file} ${MEANINGS[trouble]}`) : error;
}
