import pg from 'pg';
import { postgresStorage } from '../src/index.ts';
import { SCHEMA_VERSION } from '../src/migrations/index.ts';
import type { TestPostgres } from './postgres.ts';

/** Storages on databases for tests, whose server may lose them with the machine. */
export const openStorage = (url: string, pageEffort?: number, blockSize?: number) =>
  postgresStorage({ url, pageEffort, blockSize, connections: 8, allowUnsafe: true });

/** Makes empty databases that are up to date, all as copies of one. */
export const migratedDatabases =
  ({ newDatabase }: TestPostgres) =>
  (): Promise<string> =>
    newDatabase({
      name: `tandem_migrated_${SCHEMA_VERSION}`,
      make: async (url) => (await openStorage(url)).close(),
    });

/**
 * Gives the same database each time, emptied: that takes a few milliseconds, and a new one 200. For tests that come one
 * after another, and close what they have opened.
 */
export function oneDatabase(postgres: TestPostgres): () => Promise<string> {
  let made: Promise<string> | undefined;
  return async () => {
    if (made) await empty(await made);
    made ??= migratedDatabases(postgres)();
    return made;
  };
}

/** What refers to others has been made after them, and goes first. */
const EMPTYING = `
  SELECT string_agg(format('DELETE FROM %I', relname), ';' ORDER BY oid DESC) AS emptying FROM pg_class
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> 'schema_version'`;

async function empty(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(EMPTYING);
    await client.query(rows[0].emptying);
  } finally {
    await client.end();
  }
}
