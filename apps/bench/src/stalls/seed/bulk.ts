import { nodePorts } from '@tandem/adapter-node';
import type Database from 'better-sqlite3';
import { START } from './texts.ts';

type Value = string | number | null;

/** Columns by name. */
export type Row = Readonly<Record<string, Value>>;

/** Writes rows directly into a database, bypassing stores and rules: 100,000 take about a second. */
export interface Bulk {
  readonly workspaceId: string;
  /**
   * Inserts a row, and returns its id. Columns that are not given get a new id, the next number of their sequence, the
   * start time, the default of the table, null, or an empty value.
   */
  add(table: string, row: Row): string;
  /** Runs a statement whose first parameters are these values. */
  run(sql: string, ...values: readonly Value[]): void;
  newId(): string;
  /** The next number of a sequence of the workspace: `task` for task numbers, `row` for the order of all other rows. */
  next(sequence: 'task' | 'row'): number;
  /** The next event number. */
  nextEvent(): number;
}

const { newId } = nodePorts();

/** The author of rows without another one. */
const SOMEBODY: Row = {
  author_type: 'human',
  author_name: 'somebody',
  author_display_name: 'Somebody',
  actor_name: 'somebody',
  by_name: 'somebody',
};

/** Runs the work in one transaction, so that a server on the same file sees all of it or nothing. */
export function inBulk<T>(database: Database.Database, workspaceId: string, work: (bulk: Bulk) => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const sequences = {
      task: lastOf(database, workspaceId, 'task'),
      row: lastOf(database, workspaceId, 'row'),
    };
    let event = lastEvent(database, workspaceId);
    const next: Bulk['next'] = (sequence) => ++sequences[sequence];
    const inserters = new Map<string, (row: Row) => string>();
    const done = work({
      workspaceId,
      add: (table, row) => {
        const add = inserters.get(table) ?? inserter(database, workspaceId, table, () => next('row'));
        inserters.set(table, add);
        return add(row);
      },
      run: (sql, ...values) => void database.prepare(sql).run(...values),
      newId,
      next,
      nextEvent: () => ++event,
    });
    for (const [name, value] of Object.entries(sequences)) {
      database
        .prepare(
          `INSERT INTO sequences (workspace_id, name, value) VALUES (?, ?, ?)
           ON CONFLICT (workspace_id, name) DO UPDATE SET value = excluded.value`,
        )
        .run(workspaceId, name, value);
    }
    database.exec('COMMIT');
    return done;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

const lastOf = (database: Database.Database, workspaceId: string, sequence: string): number =>
  (database
    .prepare('SELECT value FROM sequences WHERE workspace_id = ? AND name = ?')
    .pluck()
    .get(workspaceId, sequence) as number | undefined) ?? 0;

const lastEvent = (database: Database.Database, workspaceId: string): number =>
  (database.prepare('SELECT MAX(seq) FROM events WHERE workspace_id = ?').pluck().get(workspaceId) as
    | number
    | null) ?? 0;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

function inserter(
  database: Database.Database,
  workspaceId: string,
  table: string,
  nextRow: () => number,
): (row: Row) => string {
  const columns = database.pragma(`table_info(${table})`) as Column[];
  const names = columns.map(({ name }) => name);
  const defaultOf = ({ name, type, notnull, dflt_value: declared }: Column): (() => Value) => {
    if (name === 'workspace_id') return () => workspaceId;
    if (name === 'id') return newId;
    if (name === 'seq') return nextRow;
    const known = SOMEBODY[name];
    if (known !== undefined) return () => known;
    const always: Value =
      declared !== null
        ? (database.prepare(`SELECT ${declared}`).pluck().get() as Value)
        : !notnull
          ? null
          : /(^|_)(at|since)$/.test(name)
            ? START
            : type === 'TEXT'
              ? ''
              : 0;
    return () => always;
  };
  const defaults = columns.map(defaultOf);
  const statement = database.prepare(
    `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`,
  );
  const id = names.indexOf('id');
  return (row) => {
    for (const name in row) if (!names.includes(name)) throw new Error(`${table} has no column ${name}.`);
    const values = names.map((name, i) => row[name] ?? (name in row ? null : (defaults[i] as () => Value)()));
    statement.run(...values);
    return String(values[id]);
  };
}
