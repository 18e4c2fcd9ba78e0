import pg from 'pg';
import { postgresStorage } from '../src/index.ts';
import { SCHEMA_VERSION } from '../src/migrations/index.ts';
import type { TestPostgres } from './postgres.ts';

/** Storages on test databases, whose server need not be durable. */
export const openStorage = (url: string, pageEffort?: number, blockSize?: number) =>
  postgresStorage({ url, pageEffort, blockSize, connections: 8, allowUnsafe: true });

/** Creates empty up-to-date databases, all copied from one template. */
export const migratedDatabases =
  ({ newDatabase }: TestPostgres) =>
  (): Promise<string> =>
    newDatabase({
      name: `tandem_migrated_${SCHEMA_VERSION}`,
      make: async (url) => (await openStorage(url)).close(),
    });

/**
 * Returns the same database each time, emptied: this takes a few milliseconds instead of 200 for a new one. For
 * sequential tests that close their connections.
 */
export function oneDatabase(postgres: TestPostgres): () => Promise<string> {
  let made: Promise<string> | undefined;
  return async () => {
    if (made) await empty(await made);
    made ??= migratedDatabases(postgres)();
    return made;
  };
}

/**
 * Deletes in reverse order of creation, because referencing tables were created later. Tables that have grown (an empty
 * one takes at most 192 kB) are truncated, because deleted rows slow down every later test; truncating all takes as
 * long as a new database.
 */
const EMPTYING = `
  SELECT string_agg(CASE WHEN pg_total_relation_size(oid) > 400000 THEN format('TRUNCATE %I CASCADE', relname)
    ELSE format('DELETE FROM %I', relname) END, ';' ORDER BY oid DESC) AS emptying FROM pg_class
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
