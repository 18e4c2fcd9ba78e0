import {
  closeSync,
  constants,
  existsSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FileContents } from '@tandem/core';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { REBUILD_INDEX } from '../search.ts';
import {
  contentsIn,
  type Flaw,
  fileRecords,
  flawOf,
  type OnStep,
  openUnfinished,
  withProgress,
} from './content.ts';
import { syncToDisk } from './disk.ts';
import { integrityFlaws } from './integrity.ts';
import { codeOf, damaged, hasTable, openKnown, Refused } from './known.ts';
import { digestOf, holdsRows, schemaOf, sealOf } from './seal.ts';

export interface RestoreOptions {
  /** The backup, or a plain database. */
  readonly from: string;
  /** The database to create. Its folder must exist. */
  readonly database: string;
  readonly contents: Pick<FileContents, 'write'>;
  /** Replaces an existing database, and accepts damaged contents. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
  readonly onStep?: OnStep;
}

export interface Restored {
  /** Number of files restored. */
  readonly files: number;
  /** Files that the backup lacks, or that are damaged in it. */
  readonly flaws: readonly Flaw[];
}

/**
 * Restores a verified backup: first the file contents, then the database by renaming, so that either the old or the new
 * one exists at every moment. Throws `Refused`, `DatabaseTooNew`, and errors of the driver and the disk; the old
 * database is unchanged then.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { from, database, contents, force = false, signal, onStep } = options;
  const source = openKnown(from);
  try {
    const claim = claimed(database, from, force);
    const unfinished = `${database}.unfinished`;
    try {
      onStep?.('Checking the backup');
      const digest = verifiedDigest(source, from);
      const flaws = await flawsIn(source, from, force, signal, onStep);
      const files = await putContents(source, contents, new Set(flaws.map(({ id }) => id)), signal, onStep);
      await rm(unfinished, { force: true });
      onStep?.('Restoring the database');
      build(from, unfinished, digest);
      await syncToDisk(unfinished);
      await turn();
      signal?.throwIfAborted();
      await rename(unfinished, database);
      // The rename must be durable before the old file is invalidated.
      await claim.replaced(() => syncToDisk(dirname(database)));
      return { files, flaws };
    } finally {
      await rm(unfinished, { force: true });
      claim.release();
    }
  } finally {
    source.close();
  }
}

/**
 * Locks the database's path for this process, with an empty file if there is none: other processes that open it wait.
 * Leaves no write-ahead log behind.
 */
function claimed(database: string, from: string, force: boolean) {
  if (existsSync(database)) {
    if (realpathSync(database) === realpathSync(from))
      throw new Refused(`${from} is the database to replace. Choose a backup of it.`);
    if (!force && statSync(database).size > 0) {
      throw new Refused(
        `A database already exists: ${database}. To replace it permanently, stop the server and add --force.`,
      );
    }
  }
  const descriptor = openSync(database, constants.O_RDWR | constants.O_CREAT, 0o600);
  let connection: Connection;
  try {
    connection = openConnection(database, 'sole');
  } catch (error) {
    closeSync(descriptor);
    throw explained(error, database);
  }
  let made = statSync(database).size === 0;
  /** A process that has opened the old file and waits must not use it afterwards. */
  const invalidate = () => writeSync(descriptor, 'replaced by a restore', 0);
  return {
    /** Call it after another file has taken the name; invalidates this one once `durable` has resolved. */
    replaced: async (durable: () => Promise<void>) => {
      made = false;
      await durable();
      invalidate();
    },
    release: () => {
      if (made) {
        rmSync(database);
        invalidate();
      }
      connection.close();
      // Not earlier: closing any descriptor of a file releases the process's locks on it.
      closeSync(descriptor);
    },
  };
}

function explained(error: unknown, database: string): unknown {
  const code = codeOf(error);
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) {
    return new Refused(`Another process has ${database} open. Stop the server and try again.`);
  }
  if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return error;
  return new Refused(
    `${database} is too damaged to tell whether another process has it open. ` +
      'Stop the server, move away this file and all files whose names start with its name, and try again.',
  );
}

/** The digest of a database with intact pages and, for a backup, an intact seal. */
function verifiedDigest(source: Connection, from: string): string {
  try {
    const [flaw] = integrityFlaws(source, 1);
    if (flaw !== undefined) throw damaged(from, flaw);
    const digest = digestOf(source);
    const sealed = sealOf(source);
    if (sealed !== null && sealed !== digest) throw damaged(from, 'it has changed since it was created');
    return digest;
  } catch (error) {
    // A damaged definition of a virtual table is a plain SQLITE_ERROR.
    const isDamage = /^SQLITE_(CORRUPT|ERROR)/.test(codeOf(error));
    throw isDamage ? damaged(from, (error as Error).message) : error;
  }
}

async function flawsIn(
  source: Connection,
  from: string,
  force: boolean,
  signal?: AbortSignal,
  onStep?: OnStep,
): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  const enclosed = hasTable(source, 'backup_parts') ? contentsIn(source) : null;
  for (const record of withProgress(fileRecords(source), source, 'Checking files', onStep)) {
    await turn();
    signal?.throwIfAborted();
    const flaw = enclosed
      ? await flawOf(record, enclosed)
      : { id: record.id, problem: 'is missing from the backup', missing: true };
    if (flaw) flaws.push(flaw);
  }
  const broken = flaws.filter(({ missing }) => !missing);
  if (broken[0] && !force) {
    throw new Refused(
      `${from} is damaged: file ${broken[0].id} ${broken[0].problem}` +
        `${broken.length > 1 ? `, and ${broken.length - 1} more are damaged` : ''}. ` +
        'Restore another backup, or use --force to skip the damaged files.',
    );
  }
  return flaws;
}

async function putContents(
  source: Connection,
  to: Pick<FileContents, 'write'>,
  without: ReadonlySet<string>,
  signal?: AbortSignal,
  onStep?: OnStep,
): Promise<number> {
  const enclosed = contentsIn(source);
  let files = 0;
  for (const { id, sha256 } of withProgress(fileRecords(source), source, 'Restoring files', onStep)) {
    if (without.has(id)) continue;
    await turn();
    signal?.throwIfAborted();
    const written = await to.write(id, enclosed.read(id));
    if (written.sha256 !== sha256) throw new Refused(`File ${id} changed while it was restored. Try again.`);
    files++;
  }
  return files;
}

/** Rebuilds the database from the backup, without the backup's own tables. */
function build(from: string, file: string, digest: string): void {
  // Created before SQLite would create it, so that only the owner can read it.
  closeSync(openSync(file, 'wx', 0o600));
  const made = openUnfinished(file);
  try {
    made.run('ATTACH ? AS source', [from]);
    made.exec('BEGIN');
    // Triggers come last, so that no row is counted twice.
    for (const each of schemaOf(made, 'source')) {
      const { name, sql } = each;
      made.exec(sql);
      if (holdsRows(each)) made.exec(`INSERT INTO main."${name}" SELECT * FROM source."${name}"`);
    }
    const { user_version } = made.get('PRAGMA source.user_version', []) as { user_version: number };
    made.exec(`PRAGMA main.user_version = ${user_version}`);
    made.exec('COMMIT');
    if (digestOf(made) !== digest) {
      throw new Refused(
        `${from} changed while it was read. Stop the process that writes to it, or restore a backup.`,
      );
    }
    if (hasTable(made, 'search_fills')) made.exec(REBUILD_INDEX);
  } finally {
    made.close();
  }
}
