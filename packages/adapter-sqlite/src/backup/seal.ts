import { createHash } from 'node:crypto';
import type { Connection } from '../engine/sqlite.ts';
import { schemaVersion } from '../migrations/index.ts';
import { hasTable } from './known.ts';

interface Made {
  readonly type: 'table' | 'index' | 'trigger';
  readonly name: string;
  readonly sql: string;
}

/** What is known of the index of words (`FILL_ANEW`): which texts it has, and which it is still to get. */
const OF_THE_INDEX = ['search_texts', 'search_fills'];

/** Whether it holds rows of its own: the index of words, and what is known of it, is made of the texts again. */
export const holdsRows = ({ type, name, sql }: Made): boolean =>
  type === 'table' && !sql.startsWith('CREATE VIRTUAL') && !OF_THE_INDEX.includes(name);

/**
 * What a database is made of, in the order in which it can be made; what belongs to SQLite, a backup or the index of words
 * is left out.
 */
export const madeOf = (on: Connection, database = 'main'): Made[] =>
  on.all<Made>(
    `SELECT type, name, sql FROM ${database}.sqlite_schema
     WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'backup_*'
       AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
     ORDER BY type = 'trigger', type = 'index', name`,
    [],
  );

/**
 * The SHA-256 over all that a database holds, whatever its pages look like. SQLite itself would not notice
 * a bit of a text that has changed on the way.
 */
export function digestOf(on: Connection): string {
  const hash = createHash('sha256');
  hash.update(`${schemaVersion(on)}\n`);
  for (const made of madeOf(on)) {
    const { type, name, sql } = made;
    hash.update(`${JSON.stringify([type, name, sql])}\n`);
    if (!holdsRows(made)) continue;
    for (const row of on.each(`SELECT * FROM "${name}" NOT INDEXED`)) hash.update(`${JSON.stringify(row)}\n`);
  }
  return hash.digest('hex');
}

export function seal(on: Connection): void {
  on.run('INSERT INTO backup_seal (sha256) VALUES (?)', [digestOf(on)]);
}

/** The seal of a backup; null for a database that is none. */
export const sealOf = (on: Connection): string | null =>
  hasTable(on, 'backup_seal')
    ? (on.get<{ sha256: string }>('SELECT sha256 FROM backup_seal', [])?.sha256 ?? '')
    : null;
