import { createHash } from 'node:crypto';
import type { Connection } from '../engine/sqlite.ts';
import { schemaVersion } from '../migrations/index.ts';
import { hasTable } from './known.ts';

interface Made {
  readonly type: 'table' | 'index' | 'trigger';
  readonly name: string;
  readonly sql: string;
}

/** The state of the word index (`REBUILD_INDEX`): the indexed texts, and the texts still to index. */
const INDEX_TABLES = ['search_texts', 'search_fills'];

/** False for the word index and its state, which are rebuilt from the texts. */
export const holdsRows = ({ type, name, sql }: Made): boolean =>
  type === 'table' && !sql.startsWith('CREATE VIRTUAL') && !INDEX_TABLES.includes(name);

/** The schema objects of a database in creation order, without those of SQLite, Litestream, a backup or the word index. */
export const schemaOf = (on: Connection, database = 'main'): Made[] =>
  on.all<Made>(
    `SELECT type, name, sql FROM ${database}.sqlite_schema
     WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'backup_*'
       AND name NOT GLOB '_litestream_*'
       AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
     ORDER BY type = 'trigger', type = 'index', name`,
    [],
  );

/**
 * The SHA-256 over all contents of a database, independent of its page layout. SQLite itself would not detect a flipped
 * bit in a text.
 */
export function digestOf(on: Connection): string {
  const hash = createHash('sha256');
  hash.update(`${schemaVersion(on)}\n`);
  for (const made of schemaOf(on)) {
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

/** The seal of a backup; null for a plain database. */
export const sealOf = (on: Connection): string | null =>
  hasTable(on, 'backup_seal')
    ? (on.get<{ sha256: string }>('SELECT sha256 FROM backup_seal', [])?.sha256 ?? '')
    : null;
