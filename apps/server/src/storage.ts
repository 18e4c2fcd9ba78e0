import type { PostgresStorage, Silence, Stall } from '@tandem/adapter-postgres';
import type { BadRow, StorageProblem } from '@tandem/adapter-sqlite';
import type { Storage } from '@tandem/core';
import type { Config } from './config.ts';
import { openDatabase, openExistingDatabase } from './database.ts';
import { shownUrl } from './database-url.ts';

/** Which database the settings name. */
export type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseConnections'>;

/** Who hears of what happens in the database. */
export interface Listeners {
  /** Of each commit: how many units of work shared it. */
  readonly onCommit?: ((units: number) => void) | undefined;
  readonly onBadRow?: ((row: BadRow) => void) | undefined;
  /** Called when the open database can't be served from any more, and with null when it can again. */
  readonly onProblem?: ((problem: StorageProblem | null) => void) | undefined;
  /** Of a connection to PostgreSQL that was given up because nothing came back on it. */
  readonly onSilence?: ((silence: Silence) => void) | undefined;
  /** Once when the writes of a workspace don't move, on PostgreSQL. */
  readonly onStall?: ((stall: Stall) => void) | undefined;
  /** Once, when the database cannot be reached yet and is waited for. */
  readonly onWaiting?: ((reason: unknown) => void) | undefined;
}

/** An open database; where it is reached over connections, these are known. */
export type Opened = Storage & Partial<Pick<PostgresStorage, 'connections'>>;

/** Opens the database of the settings to serve it: makes what is missing, and brings it up to date. */
export async function openToServe(place: Place, listeners: Listeners = {}): Promise<Opened> {
  if (place.databaseUrl === '') return openDatabase(place.dataDir, listeners);
  const { databaseUrl, databaseConnections: connections } = place;
  const openPostgres = await postgres();
  return openPostgres(databaseUrl, { ...listeners, connections, patienceMs: PATIENCE_MS });
}

/** Loaded where it is used alone: others do without its driver, and start faster for it. */
const postgres = async () => (await import('./postgres.ts')).openPostgres;

/** Containers start in any order, and a database takes a moment: a server waits for what cannot be reached. */
export const PATIENCE_MS = 30_000;

/** Opens the database of the settings for a command. In a data folder it must be there, lest a slip of the pen make one. */
export async function openExisting(place: Place): Promise<Storage> {
  if (place.databaseUrl === '') return openExistingDatabase(place.dataDir);
  const openPostgres = await postgres();
  return openPostgres(place.databaseUrl);
}

/** The database of the settings, in words for the operator. */
export const shownPlace = ({ dataDir, databaseUrl }: Place): string =>
  databaseUrl === '' ? dataDir : shownUrl(databaseUrl);
