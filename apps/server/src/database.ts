import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  DatabaseTooNew,
  type SqliteStorageOptions,
  sqliteStorage,
  type Trouble,
  troubleOf,
  unfinishedMove,
} from '@tandem/adapter-sqlite';
import type { Storage } from '@tandem/core';
import { CannotRun } from './cannot-run.ts';
import { makeFolder, refuseUnfit } from './data-folder.ts';

const FILE = 'tandem.db';

/** Where the database of a data folder is. */
export const databaseIn = (dataDir: string): string => join(dataDir, FILE);

/** Where the contents of files are in a data folder. */
export const filesIn = (dataDir: string): string => join(dataDir, 'files');

/**
 * Opens the database in a data folder, and makes both when they are missing. What the operator can put
 * right is a `CannotRun`.
 */
export function openDatabase(dataDir: string, listeners?: Listeners): Storage {
  makeFolder(dataDir);
  refuseUnfinishedMove(dataDir);
  return open(databaseIn(dataDir), listeners);
}

/** Refuses a folder that a move has begun to fill, lest a new database take the place of the one that comes. */
export function refuseUnfinishedMove(dataDir: string): void {
  const file = unfinishedMove(databaseIn(dataDir));
  if (!existsSync(file) || existsSync(databaseIn(dataDir))) return;
  throw new CannotRun(
    `A move into the data folder ${dataDir} was begun, and is not finished. Go on with it by the same tandem move, or remove ${file}.`,
  );
}

/** Who hears of what happens in the database. */
type Listeners = Pick<SqliteStorageOptions, 'onCommit' | 'onBadRow' | 'onProblem'>;

/** Opens the database that is there; a `CannotRun` where there is none, lest a slip of the pen make one. */
export function openExistingDatabase(dataDir: string): Storage {
  return open(existingDatabase(dataDir));
}

/** The path of the database that is there; a `CannotRun` where there is none. */
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

const ANOTHER_FOLDER = 'Give this user the right to write there, or set TANDEM_DATA_DIR to another folder.';

/** What is wrong with a database, and what the operator does about it. */
const MEANINGS: Readonly<Record<Trouble, string>> = {
  'no database': 'is no database. Move that file away, or set TANDEM_DATA_DIR to another folder.',
  damaged: 'is damaged. Run tandem doctor, or put a backup in its place by tandem restore.',
  'not writable': `cannot be opened for writing. ${ANOTHER_FOLDER}`,
  locked: 'is locked by another program. Try again when that program has finished.',
  full: 'cannot grow: the disk is full. Make room and try again.',
  failing: 'cannot be read or written: the disk is full or failing. Make room, or check the disk.',
};

/** A `CannotRun` for what the operator can put right; other errors as they are. */
export function explained(error: unknown, file: string): unknown {
  if (error instanceof DatabaseTooNew) {
    return new CannotRun(
      `The database ${file} was written by a newer version of Tandem. Run that version or a later one.`,
    );
  }
  const trouble = troubleOf(error);
  return trouble ? new CannotRun(`The database ${file} ${MEANINGS[trouble]}`) : error;
}
