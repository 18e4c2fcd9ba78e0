import Database from 'better-sqlite3';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}
interface Reference {
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/** Tables with one row per workspace. */
const ONE_FOR_EACH = ['workspaces', 'event_logs'];
/** Texts with special meaning in the transfer formats. */
const TEXTS = [
  '\\N',
  '',
  'a\\b\tc\nd\re "f" \'g\'',
  '\\.',
  'Grüße 🪶 \u2028',
  ' spaces ',
  '{"a":[1,"\\u0000"]}',
];
const FRACTIONS = [0.1 + 0.2, 1e300, -0, 5e-324, 5, -1.7976931348623157e308, 123456789.123456];
const WHOLES = [0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 8.64e15, 1];

/**
 * Inserts rows into every table of an up-to-date SQLite database, with arbitrary values in columns without constraints.
 * They make no sense to the application but must be moved unchanged.
 */
export function fillEveryTable(file: string, tables: readonly string[], rows: number): void {
  const database = new Database(file);
  const columnsOf = (table: string) =>
    database.prepare(`SELECT name, type, "notnull", pk FROM pragma_table_info(?)`).all(table) as Column[];
  const referencesOf = (table: string) =>
    database
      .prepare(`SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)`)
      .all(table) as Reference[];
  const typed = (ws: string, type: string, name: string, i: number) =>
    type === 'TEXT' ? `${name}-${ws}-${String(i).padStart(6, '0')}` : i + 1;

  database.exec('BEGIN');
  for (const table of tables) {
    const columns = columnsOf(table);
    const references = referencesOf(table);
    const unique = new Set(
      database
        .prepare(
          `SELECT c.name FROM pragma_index_list(?) i, pragma_index_info(i.name) c WHERE i."unique" = 1`,
        )
        .pluck()
        .all(table) as string[],
    );
    const put = database.prepare(
      `INSERT INTO ${table} (${columns.map(({ name }) => `"${name}"`)}) VALUES (${columns.map(() => '?')})`,
    );
    for (const ws of ['w1', 'w2']) {
      for (let i = 0; i < rows; i++) {
        const made = ({ name, type, notnull, pk }: Column, at: number): unknown => {
          if (name === 'workspace_id' || (table === 'workspaces' && name === 'id')) return ws;
          const refers = references.find(({ from }) => from === name);
          if (refers) return typed(ws, type, refers.to, i);
          if (table === 'labels' && name === 'name_key' && i === 0) return '\0of-a-label-that-is-gone';
          if (pk || unique.has(name)) return typed(ws, type, name, i);
          if (!notnull && (i + at) % 4 === 0) return null;
          if (type === 'TEXT') return `${TEXTS[(i + at) % TEXTS.length]}${i % 3 === 0 ? '' : i}`;
          const numbers = type === 'REAL' ? FRACTIONS : WHOLES;
          return numbers[(i + at) % numbers.length];
        };
        if (i === 0 || !ONE_FOR_EACH.includes(table)) put.run(columns.map(made));
      }
    }
  }
  const sequence = database.prepare('INSERT INTO sequences (workspace_id, name, value) VALUES (?, ?, ?)');
  for (const name of ['task', 'row']) sequence.run('w1', name, rows + 7);
  database.exec('COMMIT');
  database.close();
}

/** The word index, which is rebuilt from the texts at the target. */
export const isIndexOfWords = (table: string): boolean => /^search(?!_placed$)/.test(table);

/** The contents of an SQLite database without its word index, sorted. */
export function everythingIn(file: string): unknown {
  const database = new Database(file, { readonly: true });
  const made = database
    .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY type, name`)
    .all() as { type: string; name: string }[];
  const rows = made
    .filter(({ type, name }) => type === 'table' && !isIndexOfWords(name))
    .map(({ name }) => [
      name,
      database
        .prepare(`SELECT * FROM ${name}`)
        .raw()
        .all()
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ]);
  const version = database.pragma('user_version', { simple: true });
  database.close();
  return { made, rows, version };
}
