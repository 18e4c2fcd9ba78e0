import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  DatabaseTooNew,
  DatabaseTooOld,
  NoSpaceForCopy,
  type SqliteStorageOptions,
  sqliteStorage,
  type Trouble,
  troubleOf,
  unfinishedMove,
  usableCopy,
} from '@tandem/adapter-sqlite';
import type { Storage } from '@tandem/core';
import { CannotRun } from '../errors/cannot-run.ts';
import type { Config } from '../settings/config.ts';
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
export function openDatabase(folder: Folder, listeners?: Listeners): Storage {
  makeFolder(folder.dataDir);
  refuseUnfinishedMove(folder.dataDir);
  return open(databaseIn(folder.dataDir), folder, listeners);
}

/** The data folder, and whether a migration copies its database first. */
type Folder = Pick<Config, 'dataDir' | 'backupBeforeMigrating'>;

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
type Listeners = Pick<SqliteStorageOptions, 'onCommit' | 'onBadRow' | 'onProblem' | 'onMigrated'>;

/** Opens an existing database; throws `CannotRun` if there is none, so that a typo in the path creates no database. */
export function openExistingDatabase(folder: Folder, listeners?: Listeners): Storage {
  return open(existingDatabase(folder.dataDir), folder, listeners);
}

/** The path of an existing database; throws `CannotRun` if there is none. */
export function existingDatabase(dataDir: string): string {
  const file = databaseIn(dataDir);
  if (existsSync(file)) return file;
  refuseUnfit(dataDir);
  throw new CannotRun(`There is no database in ${dataDir}. Set TANDEM_DATA_DIR to the folder that holds it.`);
}

function open(file: string, { backupBeforeMigrating }: Folder, listeners?: Listeners): Storage {
  try {
    return sqliteStorage({ file, copyBeforeMigrating: backupBeforeMigrating, ...listeners });
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
    const way = usableCopy(file)
      ? ' Or run tandem rollback to restore the copy made before the upgrade.'
      : '';
    return new CannotRun(
      `The database ${file} was written by a newer version of Tandem. Run that version or a later one.${way}`,
    );
  }
  if (error instanceof NoSpaceForCopy) {
    const mib = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`;
    return new CannotRun(
      `The database ${file} was not migrated: copying it first needs ${mib(error.neededBytes)}, and ${mib(error.freeBytes)} are free. Free some space, or back it up elsewhere and set TANDEM_BACKUP_BEFORE_MIGRATING=off.`,
    );
  }
  if (error instanceof DatabaseTooOld)
    return new CannotRun(`The database ${file} cannot be used. ${error.message}`);
  const trouble = troubleOf(error);
  return trouble ? new CannotRun(`The database ${file} ${MEANINGS[trouble]}`) : error;
}
