import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseTooNew, sqliteStorage } from '@tandem/adapter-sqlite';
import type { Storage } from '@tandem/core';
import { CannotRun } from './cannot-run.ts';

const FILE = 'tandem.db';

/**
 * Opens the database in a data folder, and makes both when they are missing. What the operator can put
 * right is a `CannotRun`.
 */
export function openDatabase(dataDir: string): Storage {
  makeFolder(dataDir);
  return open(join(dataDir, FILE));
}

/** Opens the database that is there; a `CannotRun` where there is none, lest a slip of the pen make one. */
export function openExistingDatabase(dataDir: string): Storage {
  const file = join(dataDir, FILE);
  if (existsSync(file)) return open(file);
  throw new CannotRun(`There is no database in ${dataDir}. Set TANDEM_DATA_DIR to the folder that holds it.`);
}

function open(file: string): Storage {
  try {
    return sqliteStorage({ file });
  } catch (error) {
    throw explained(error, file);
  }
}

function makeFolder(dataDir: string): void {
  try {
    // Whatever the workspaces keep to themselves lies in here: nobody else on the machine needs to look.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    throw new CannotRun(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `The data folder ${dataDir} is, or lies in, something that is no folder. Set TANDEM_DATA_DIR to a folder.`
        : `The data folder ${dataDir} cannot be made (${code}). ${ANOTHER_FOLDER}`,
    );
  }
}

const ANOTHER_FOLDER = 'Give this user the right to write there, or set TANDEM_DATA_DIR to another folder.';

/** What an error of SQLite means to the operator. Its codes may be more precise: SQLITE_IOERR_WRITE. */
const MEANINGS: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^SQLITE_NOTADB/, 'is no database. Move that file away, or set TANDEM_DATA_DIR to another folder.'],
  [/^SQLITE_CORRUPT/, 'is damaged. Put a backup of it in its place.'],
  [/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/, `cannot be opened for writing. ${ANOTHER_FOLDER}`],
  [/^SQLITE_(BUSY|LOCKED)/, 'is locked by another program. Try again when that program has finished.'],
  [/^SQLITE_FULL/, 'cannot grow: the disk is full. Make room and try again.'],
  [/^SQLITE_IOERR/, 'cannot be read or written: the disk reports an error. Check the disk.'],
];

function explained(error: unknown, file: string): unknown {
  if (error instanceof DatabaseTooNew) {
    return new CannotRun(
      `The database ${file} was written by a newer version of Tandem. Run that version or a later one.`,
    );
  }
  const meaning = MEANINGS.find(([code]) => code.test(codeOf(error)))?.[1];
  return meaning ? new CannotRun(`The database ${file} ${meaning}`) : error;
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);
