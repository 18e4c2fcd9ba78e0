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
      text: `Copying all rows to ${folder} to check them there. Nothing else is changed.`,
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
  for (const { problem, remedy } of flaws) yield { state: 'wrong', text: `${problem} ${remedy}` };
  if (flaws.length === 0) {
    yield { state: 'ok', text: 'Schema: all tables, indexes and references exist and are in use.' };
  }
}

async function* wordFindings(url: string): AsyncGenerator<Finding> {
  const { differing, filling } = await examineWords(url);
  if (differing > 0) {
    const text = `Search: ${differing} texts have wrong words in the index.`;
    yield { state: 'wrong', text, repairable: true };
  }
  if (filling) {
    yield {
      state: 'note',
      text: 'Search: a server is still indexing texts; they were not checked.',
    };
  } else if (differing === 0) {
    yield { state: 'ok', text: 'Search: all texts are indexed correctly.' };
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
