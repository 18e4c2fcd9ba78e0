import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended, Serving } from '@tandem/server/testing';
import Database from 'better-sqlite3';

type Env = Readonly<Record<string, string>>;

/** A disk that can be made to reject writes, with a server's data folder on it. */
export interface Disk {
  /** The path of the data folder, as the server sees it. */
  readonly dataDir: string;
  /** A folder with the same contents, which the test reads when there are no writes. */
  look(): string;
  /** Starts a server on it, and resolves when it serves. */
  serve(env?: Env): Promise<Serving>;
  /** Runs a command of `tandem` on it to its end. */
  tandem(args: readonly string[]): Promise<Ended>;
  /** Makes all further writes fail. */
  fail(): void;
  heal(): void;
}

/** Every row of every table, and every file name; call it only when there are no writes. */
export function everythingOn(disk: Disk): Record<string, unknown[]> {
  const folder = disk.look();
  return onDatabase(folder, (database) => {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all() as string[];
    const rows = tables.map((table) => [table, database.prepare(`SELECT * FROM "${table}"`).all()]);
    return { ...Object.fromEntries(rows), 'files/': filesIn(folder) };
  });
}

/** The problems that SQLite's own check finds in the database. */
export const damageOn = (disk: Disk): unknown[] =>
  onDatabase(disk.look(), (database) => [
    ...(database.pragma('integrity_check') as { integrity_check: string }[]).filter(
      ({ integrity_check }) => integrity_check !== 'ok',
    ),
    ...(database.pragma('foreign_key_check') as unknown[]),
  ]);

function onDatabase<T>(folder: string, look: (database: Database.Database) => T): T {
  const database = new Database(join(folder, 'tandem.db'));
  try {
    return look(database);
  } finally {
    database.close();
  }
}

function filesIn(folder: string): string[] {
  const files = join(folder, 'files');
  if (!existsSync(files)) return [];
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}
