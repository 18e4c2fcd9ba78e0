import { nodePorts } from '@tandem/core/node';
import type Database from 'better-sqlite3';

type Value = string | number | null;

/** Columns by name; the workspace is added. */
export type Row = Readonly<Record<string, Value>>;

/** Writes rows straight into a database, past stores and rules: a hundred thousand in about a second. */
export interface Bulk {
  readonly workspaceId: string;
  /** Prepares an insert of rows into a table, all with the columns of the first row. */
  into(table: string): (row: Row) => void;
  /** A statement whose first parameters are these values. */
  run(sql: string, ...values: readonly Value[]): void;
  newId(): string;
  /** The next number of a sequence of the workspace: `task` numbers tasks, `row` orders all else. */
  next(sequence: 'task' | 'row'): number;
  /** The next number of the log. */
  nextEvent(): number;
}

const { newId } = nodePorts();

/** Runs all of it in one transaction, so that a server on the same file sees the whole or nothing. */
export function inBulk<T>(database: Database.Database, workspaceId: string, work: (bulk: Bulk) => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const sequences = {
      task: lastOf(database, workspaceId, 'task'),
      row: lastOf(database, workspaceId, 'row'),
    };
    let event = lastEvent(database, workspaceId);
    const done = work({
      workspaceId,
      into: (table) => inserter(database, workspaceId, table),
      run: (sql, ...values) => void database.prepare(sql).run(...values),
      newId,
      next: (sequence) => ++sequences[sequence],
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

function inserter(database: Database.Database, workspaceId: string, table: string): (row: Row) => void {
  let columns: readonly string[] = [];
  let statement: Database.Statement | undefined;
  return (row) => {
    if (!statement) {
      columns = Object.keys(row);
      const places = columns.map(() => '?').join();
      statement = database.prepare(
        `INSERT INTO ${table} (workspace_id, ${columns.join()}) VALUES (?, ${places})`,
      );
    }
    statement.run(workspaceId, ...columns.map((column) => row[column] as Value));
  };
}
