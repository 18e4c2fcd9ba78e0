import { setTimeout as pause } from 'node:timers/promises';
import type { FileContents } from '@tandem/core';
import { contentsIn, fileRecords, flawOf } from '../backup/content.ts';
import { codeOf, hasTable, openKnown } from '../backup/known.ts';
import type { Connection } from '../engine/sqlite.ts';
import { CHECKS_OF_COPY, checksFor } from './checks.ts';
import { FUNCTIONS } from './derived.ts';
import { type Check, counted, type Finding, note, ok, PAUSE, wrong } from './finding.ts';
import { idsWithoutRecord } from './structure.ts';

export interface Store extends Pick<FileContents, 'read'> {
  /** The ids of all stored contents. */
  ids(): AsyncIterable<string>;
}

export interface ExamineOptions {
  /** A database, which may be in use, or a backup. It is not modified. */
  readonly file: string;
  /** The store of file contents; by default the backup itself. */
  readonly store?: Store;
  /** True for a copy of a database on another engine, of which only the rows are checked. */
  readonly isCopy?: boolean;
}

const MAX_NAMED = 20;

/** After statements that together took longer than this, in milliseconds, the checks pause for a server. */
const LONG_MS = 100;
const PAUSE_MS = 50;

/**
 * Runs all checks and yields findings as they come. Throws `Refused` for a file that is not a Tandem database or
 * unreadable, and `DatabaseTooNew`.
 */
export async function* examine({ file, store, isCopy = false }: ExamineOptions): AsyncGenerator<Finding> {
  const connection = openKnown(file);
  try {
    yield* runChecks(connection, store, isCopy ? CHECKS_OF_COPY : checksFor(connection));
  } finally {
    connection.close();
  }
}

/**
 * Each statement reads its own snapshot, and none takes long: a snapshot for the whole run would keep a server's
 * write-ahead log from being reset.
 */
export async function* runChecks(
  connection: Connection,
  store?: Store,
  checks: readonly Check[] = checksFor(connection),
): AsyncGenerator<Finding> {
  connection.define('fold', FUNCTIONS.fold);
  let pausedAt = performance.now();
  for (const check of checks) {
    for (const found of attempt(() => check.find(connection))) {
      if (found !== PAUSE) yield found;
      if (performance.now() - pausedAt < LONG_MS) continue;
      // A server's write-ahead log is reset only when there are no readers.
      await pause(PAUSE_MS);
      pausedAt = performance.now();
    }
  }
  yield* store ? stored(connection, store) : enclosed(connection);
}

/** Data that SQLite cannot read is reported as a finding. */
function* attempt<T>(check: () => Iterable<T>): Generator<T | Finding> {
  try {
    yield* check();
  } catch (error) {
    yield unreadable(error);
  }
}

function unreadable(error: unknown): Finding {
  if (!codeOf(error).startsWith('SQLITE_')) throw error;
  return wrong(`The database cannot be read: ${(error as Error).message}. Restore a backup.`);
}

async function* enclosed(connection: Connection): AsyncGenerator<Finding> {
  if (hasTable(connection, 'backup_parts')) yield* contents(connection, contentsIn(connection));
  else yield note('The file contains no file contents; they were not checked.');
}

async function* stored(connection: Connection, store: Store): AsyncGenerator<Finding> {
  // List the contents before the records: a file added meanwhile must not count as an orphan.
  const there: string[] = [];
  for await (const id of store.ids()) there.push(id);
  yield* contents(connection, store);
  yield* attempt(() => withoutRecord(connection, there));
}

function* withoutRecord(connection: Connection, ids: readonly string[]): Generator<Finding> {
  const left = idsWithoutRecord(connection, ids).length;
  if (left === 0) return;
  yield note(
    `${counted(left, 'content')} in the file store without a record, from running or aborted uploads. ` +
      'The server deletes the latter within a day.',
  );
}

async function* contents(connection: Connection, from: Pick<FileContents, 'read'>): AsyncGenerator<Finding> {
  let intact = 0;
  let flawed = 0;
  try {
    for (const record of fileRecords(connection)) {
      const flaw = await flawOf(record, from);
      if (!flaw) intact++;
      else if (++flawed <= MAX_NAMED) {
        yield wrong(
          `The content of file ${flaw.id} ${flaw.problem}. Restore it from a backup; everything else works without it.`,
        );
      }
    }
  } catch (error) {
    yield unreadable(error);
    return;
  }
  if (flawed > MAX_NAMED) yield wrong(`${flawed - MAX_NAMED} more contents are damaged.`);
  if (flawed === 0) yield ok(`Contents of files: ${counted(intact, 'content')}, all intact.`);
}
