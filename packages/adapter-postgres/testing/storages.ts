import { postgresStorage } from '../src/index.ts';
import { SCHEMA_VERSION } from '../src/migrations/index.ts';
import type { TestPostgres } from './postgres.ts';

/** Storages on databases for tests, whose server may lose them with the machine. */
export const openStorage = (url: string, pageEffort?: number) =>
  postgresStorage({ url, pageEffort, connections: 8, allowUnsafe: true });

/** Makes empty databases that are up to date, all as copies of one. */
export const migratedDatabases =
  ({ newDatabase }: TestPostgres) =>
  (): Promise<string> =>
    newDatabase({
      name: `tandem_migrated_${SCHEMA_VERSION}`,
      make: async (url) => (await openStorage(url)).close(),
    });
