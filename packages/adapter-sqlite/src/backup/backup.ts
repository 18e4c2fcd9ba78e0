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
  withProgress,
} from './content.ts';
import { syncToDisk } from './disk.ts';
import { openKnown, Refused } from './known.ts';
import { seal } from './seal.ts';

export interface BackupOptions {
  /** The database; it may be in use. */
  readonly database: string;
  /** The file to create. */
  readonly to: string;
  readonly contents: Pick<FileContents, 'read'>;
  readonly signal?: AbortSignal;
  readonly onStep?: OnStep;
}

export interface Backup {
  /** Number of files in the backup. */
  readonly files: number;
  /** Files that were not backed up because their contents are damaged. */
  readonly flaws: readonly Flaw[];
}

/**
 * Creates a backup: one SQLite file with everything committed before the call and the contents of all recorded files.
 * The file gets its name only when it is complete and synced to disk. Throws `Refused` for an existing name,
 * `DatabaseTooNew`, and errors of the driver and the disk; nothing is left behind then.
 */
export async function backUp({ database, to, contents, signal, onStep }: BackupOptions): Promise<Backup> {
  refuseExisting(to);
  const unfinished = `${to}.${randomUUID().slice(0, 8)}.unfinished`;
  try {
    // Created before SQLite would create it, so that only the owner can read it.
    closeSync(openSync(unfinished, 'wx', 0o600));
    onStep?.('Copying the database');
    copyDatabase(database, unfinished);
    const made = await complete(unfinished, contents, signal, onStep);
    await syncToDisk(unfinished);
    refuseExisting(to);
    await rename(unfinished, to);
    await syncToDisk(dirname(to));
    return made;
  } finally {
    await rm(unfinished, { force: true });
  }
}

function refuseExisting(to: string): void {
  if (existsSync(to))
    throw new Refused(`${to} already exists. Choose another file name, or move the file away.`);
}

/** Copies a consistent snapshot while others continue to write. */
function copyDatabase(database: string, to: string): void {
  const source = openKnown(database);
  try {
    source.run('VACUUM INTO ?', [to]);
  } finally {
    source.close();
  }
}

/**
 * File contents never change and exist as long as a record refers to them, so they can be copied after the database.
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
    onStep?.('Adding the checksum');
    seal(copy);
    const flaws: Flaw[] = [];
    let files = 0;
    for (const record of withProgress(fileRecords(copy), copy, 'Copying files', onStep)) {
      const flaw = await putContent(copy, record, contents, signal);
      if (flaw) flaws.push(flaw);
      else files++;
    }
    // Lets a signal's event be processed.
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
