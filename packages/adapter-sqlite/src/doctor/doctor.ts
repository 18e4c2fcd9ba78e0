import type { FileContents } from '@tandem/core';
import { contentsIn, fileRecords, flawOf } from '../backup/content.ts';
import { codeOf, hasTable, openKnown } from '../backup/known.ts';
import type { Connection } from '../sqlite.ts';
import { CHECKS, unknownAmong } from './checks.ts';

/** One result: in order, not in order, or something to know that is no fault. */
export interface Finding {
  readonly state: 'ok' | 'wrong' | 'note';
  /** What is so and, where it is wrong, what to do: one line. */
  readonly text: string;
}

export interface Store extends Pick<FileContents, 'read'> {
  /** The id of every content that is there. */
  ids(): AsyncIterable<string>;
}

export interface ExamineOptions {
  /** A database, which may be in use, or a backup. Nothing in it is changed. */
  readonly file: string;
  /** Where the contents of files are; without it, in the backup itself. */
  readonly store?: Store;
}

const MOST_NAMED = 20;

/**
 * Looks at everything that can be checked, and tells what it finds as it goes. Throws `Refused` for a file
 * that is no database of Tandem or cannot be read, and `DatabaseTooNew`.
 */
export async function* examine({ file, store }: ExamineOptions): AsyncGenerator<Finding> {
  const connection = openKnown(file);
  try {
    // One moment for all checks of the database, while others go on writing.
    connection.exec('BEGIN');
    for (const check of CHECKS) yield* attempt(() => check(connection));
    connection.exec('ROLLBACK');
    yield* store ? stored(connection, store) : enclosed(connection);
  } finally {
    connection.close();
  }
}

/** What SQLite cannot even read is a finding like others. */
function* attempt(check: () => Iterable<Finding>): Generator<Finding> {
  try {
    yield* check();
  } catch (error) {
    yield unreadable(error);
  }
}

function unreadable(error: unknown): Finding {
  if (!codeOf(error).startsWith('SQLITE_')) throw error;
  return {
    state: 'wrong',
    text: `The database cannot be read: ${(error as Error).message}. Restore a backup.`,
  };
}

async function* enclosed(connection: Connection): AsyncGenerator<Finding> {
  if (hasTable(connection, 'backup_parts')) yield* contents(connection, contentsIn(connection));
  else yield { state: 'note', text: 'The file holds no contents of files; they were not checked.' };
}

async function* stored(connection: Connection, store: Store): AsyncGenerator<Finding> {
  // Named before they are asked for: what is put there meanwhile is not taken for something left behind.
  const there: string[] = [];
  for await (const id of store.ids()) there.push(id);
  yield* contents(connection, store);
  yield* attempt(() => withoutRecord(connection, there));
}

function* withoutRecord(connection: Connection, ids: readonly string[]): Generator<Finding> {
  const left = unknownAmong(connection, ids).length;
  if (left === 0) return;
  yield {
    state: 'note',
    text:
      `${count(left, 'content')} in the file store without a record: of uploads under way, or left of them. ` +
      'The server removes the latter within a day.',
  };
}

async function* contents(connection: Connection, from: Pick<FileContents, 'read'>): AsyncGenerator<Finding> {
  let whole = 0;
  let flawed = 0;
  try {
    for (const record of fileRecords(connection)) {
      const flaw = await flawOf(record, from);
      if (!flaw) whole++;
      else if (++flawed <= MOST_NAMED) {
        yield {
          state: 'wrong',
          text: `The content of file ${flaw.id} ${flaw.what}. Put it back from a backup; all else works without it.`,
        };
      }
    }
  } catch (error) {
    yield unreadable(error);
    return;
  }
  if (flawed > MOST_NAMED)
    yield { state: 'wrong', text: `${flawed - MOST_NAMED} more contents are not whole.` };
  if (flawed === 0) yield { state: 'ok', text: `Contents of files: ${count(whole, 'content')}, each whole.` };
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
