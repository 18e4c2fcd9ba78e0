import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examineSchema, examineWords, postgresSnapshot } from '@tandem/adapter-postgres';
import {
  examine,
  type Finding,
  MoveRefused,
  moveRows,
  type Store,
  sqliteTarget,
} from '@tandem/adapter-sqlite';
import { CannotRun } from '../errors/cannot-run.ts';
import { databaseIn } from '../storage/sqlite.ts';

/**
 * Checks a PostgreSQL database: its schema, and its rows at one moment. It may be in use by servers. The rows are
 * copied to a temporary SQLite database, so that the same checks apply to both engines. Throws `CannotRun` if the
 * database cannot be read.
 */
export async function* examinePostgres(url: string, store: Store): AsyncGenerator<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-doctor-'));
  try {
    yield* schemaFindings(url);
    yield* wordFindings(url);
    const file = databaseIn(folder);
    yield {
      state: 'note',
      text: `All rows are copied to ${folder} and looked at there; nothing else is changed.`,
    };
    await copyTo(file, url);
    yield* examine({ file, store, isCopy: true });
  } catch (error) {
    throw error instanceof MoveRefused ? new CannotRun(error.message) : error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* schemaFindings(url: string): AsyncGenerator<Finding> {
  const { version, flaws } = await examineSchema(url);
  yield { state: 'ok', text: `Schema: version ${version}.` };
  for (const { what, todo } of flaws) yield { state: 'wrong', text: `${what} ${todo}` };
  if (flaws.length === 0) {
    yield { state: 'ok', text: 'Schema: every table, index and reference is there and in use.' };
  }
}

async function* wordFindings(url: string): AsyncGenerator<Finding> {
  const { differing, filling } = await examineWords(url);
  if (differing > 0) {
    const text = `Search: ${differing} texts are found by other words than they have. tandem move, there and back, takes them in anew.`;
    yield { state: 'wrong', text, mendable: true };
  }
  if (filling) {
    yield {
      state: 'note',
      text: 'Search: texts are still being taken in, which a server does; they were not checked.',
    };
  } else if (differing === 0) {
    yield { state: 'ok', text: 'Search: everything is found by the words that it has.' };
  }
}

async function copyTo(file: string, url: string): Promise<void> {
  const source = await postgresSnapshot(url);
  const target = sqliteTarget(file);
  try {
    await moveRows({ source, target });
    await target.finish();
  } finally {
    await source.close();
    await target.close();
  }
}
