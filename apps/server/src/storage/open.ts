import type { PostgresStorage } from '@tandem/adapter-postgres';
import type { Migrated } from '@tandem/adapter-sqlite';
import { note } from '@tandem/cli';
import type { Storage } from '@tandem/core';
import type { Config } from '../settings/config.ts';
import { shownUrl } from '../settings/database-url.ts';
import type { Listeners } from './listeners.ts';
import { openDatabase, openExistingDatabase } from './sqlite.ts';

/** The database that the settings name. */
export type DatabaseLocation = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'databaseConnections' | 'backupBeforeMigrating'
>;

/** An open database, with its connections if it is reached over connections. */
export type Opened = Storage & Partial<Pick<PostgresStorage, 'connections'>>;

/** Opens the database of the settings for a server: creates missing parts and migrates it. */
export async function openToServe(place: DatabaseLocation, listeners: Listeners = {}): Promise<Opened> {
  if (place.databaseUrl === '') return openDatabase(place, listeners);
  const { databaseUrl, databaseConnections: connections } = place;
  const openPostgres = await postgres();
  return openPostgres(databaseUrl, { ...listeners, connections, patienceMs: PATIENCE_MS });
}

/** Loaded on demand, with its driver, so that other commands start faster. */
const postgres = async () => (await import('./postgres.ts')).openPostgres;

/** Containers start in any order, and a database takes a moment to start, so a server waits until it is reachable. */
export const PATIENCE_MS = 30_000;

/**
 * Opens the database of the settings for a command. In a data folder it must exist, so that a typo creates no database.
 */
export async function openExisting(place: DatabaseLocation): Promise<Storage> {
  if (place.databaseUrl === '') return openExistingDatabase(place, { onMigrated: reportMigration });
  const openPostgres = await postgres();
  return openPostgres(place.databaseUrl, { onMigrated: reportMigration });
}

/** What a command says after it has migrated the database. */
export function reportMigration({ from, to, copy }: Migrated): void {
  const backup = copy ? ` ${copy} is a copy from before.` : '';
  note(`The database was migrated from schema version ${from} to ${to}.${backup}`);
}

/** The version of the schema that this program works with, which differs between the engines. */
export const schemaVersion = async ({ databaseUrl }: DatabaseLocation): Promise<number> =>
  (databaseUrl === '' ? await import('@tandem/adapter-sqlite') : await import('@tandem/adapter-postgres'))
    .SCHEMA_VERSION;

/** The database of the settings, as shown to the operator. */
export const shownDatabase = ({ dataDir, databaseUrl }: DatabaseLocation): string =>
  databaseUrl === '' ? dataDir : shownUrl(databaseUrl);
