import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FileContents } from '@tandem/core';
import type { Connection } from '../engine/sqlite.ts';
import {
  BACKUP_TABLES,
  type Flaw,
  fileRecords,
  type OnStep,
  openUnfinished,
  putContent,
  told,
} from './content.ts';
import { flushed } from './disk.ts';
import { openKnown, Refused } from './known.ts';
import { seal } from './seal.ts';

export interface BackupOptions {
  /** The database, which may be in use. */
  readonly database: string;
  /** The file to make. */
  readonly to: string;
  readonly contents: Pick<FileContents, 'read'>;
  readonly signal?: AbortSignal;
  readonly onStep?: OnStep;
}

export interface Backup {
  /** How many contents of files it holds. */
  readonly files: number;
  /** Those that it could not take, because they are not whole. */
  readonly flaws: readonly Flaw[];
}

/**
 * Makes a backup: one SQLite file with all that was committed before this was called, and the contents of
 * the files that it knows. The file has its name only once it is whole and on the disk. Throws `Refused` for
 * a name that is taken, `DatabaseTooNew`, and the errors of the driver and the disk; then nothing is left.
 */
export async function backUp({ database, to, contents, signal, onStep }: BackupOptions): Promise<Backup> {
  refuseTaken(to);
  const unfinished = `${to}.${randomUUID().slice(0, 8)}.unfinished`;
  try {
    // Made before SQLite would make it: for its owner alone.
    closeSync(openSync(unfinished, 'wx', 0o600));
    onStep?.('Copying the database');
    copyDatabase(database, unfinished);
    const made = await complete(unfinished, contents, signal, onStep);
    await flushed(unfinished);
    refuseTaken(to);
    await rename(unfinished, to);
    await flushed(dirname(to));
    return made;
  } finally {
    await rm(unfinished, { force: true });
  }
}

function refuseTaken(to: string): void {
  if (existsSync(to)) throw new Refused(`${to} is there already. Name another file, or move that one away.`);
}

/** One consistent moment of the database, while others go on writing. */
function copyDatabase(database: string, to: string): void {
  const source = openKnown(database);
  try {
    source.run('VACUUM INTO ?', [to]);
  } finally {
    source.close();
  }
}

/**
 * Contents never change, and stay as long as a record knows them: those that the copy knows can be taken
 * after it.
 */
async function complete(
  file: string,
  contents: Pick<FileContents, 'read'>,
  signal?: AbortSignal,
  onStep?: OnStep,
): Promise<Backup> {
  const copy = openUnfinished(file);
  try {
    prepare(copy);
    onStep?.('Sealing the copy');
    seal(copy);
    const flaws: Flaw[] = [];
    let files = 0;
    for (const record of told(fileRecords(copy), copy, 'Copying files', onStep)) {
      const flaw = await putContent(copy, record, contents, signal);
      if (flaw) flaws.push(flaw);
      else files++;
    }
    // A signal is heard between two turns of the event loop.
    await turn();
    signal?.throwIfAborted();
    copy.exec('COMMIT');
    return { files, flaws };
  } finally {
    copy.close();
  }
}

function prepare(copy: Connection): void {
  copy.exec('BEGIN; DROP TABLE IF EXISTS backup_parts; DROP TABLE IF EXISTS backup_seal');
  copy.exec(BACKUP_TABLES);
}
