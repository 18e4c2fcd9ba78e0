import { join } from 'node:path';
import { postgresSource } from '@tandem/adapter-postgres';
import { moveRows, sqliteTarget } from '@tandem/adapter-sqlite';
import { temporaryFolder } from '@tandem/server/testing';
import Database from 'better-sqlite3';
import type { Rows } from '../crash/rows.ts';

/** A copy of a database on SQLite, so that the same checks apply to it. */
export interface Copy {
  /** A data folder with the database, and without files. */
  readonly dataDir: string;
  readonly rows: Rows;
  close(): void;
}

/** Copies a database that no server is using. */
export async function copyOf(databaseUrl: string): Promise<Copy> {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'tandem.db');
  const source = await postgresSource(databaseUrl);
  const target = sqliteTarget(file);
  try {
    await moveRows({ source, target });
    await target.finish();
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
  const database = new Database(file, { readonly: true });
  const prepared = new Map<string, Database.Statement>();
  return {
    dataDir,
    rows: <Row>(sql: string, ...parameters: readonly unknown[]) => {
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      return statement.all(...parameters) as Row[];
    },
    close: () => database.close(),
  };
}
