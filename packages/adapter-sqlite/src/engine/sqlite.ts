import { createRequire } from 'node:module';
import type { RowOf, Connection as Stored, Truncated } from '@tandem/adapter-sql';
import type Driver from 'better-sqlite3';
import { DRIVER } from './driver.ts';

const Database = createRequire(import.meta.url)(DRIVER) as typeof Driver;

/** One open connection, which answers at once; the only thing here that knows the driver. */
export interface Connection extends Stored {
  all<Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>): Row[];
  few<Row>(sql: string, parameters: readonly unknown[], max: number, make?: RowOf<Row>): Truncated<Row>;
  get<Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>): Row | undefined;
  changes(sql: string, parameters: readonly unknown[]): number;
  /** The rows one by one, as lists of values. Until the last is taken, the connection does nothing else. */
  each(sql: string, parameters?: readonly unknown[]): IterableIterator<unknown[]>;
  /** Lets SQL call a function of a text. */
  define(name: string, of: (text: string) => string): void;
  /** Lets triggers of this connection tell something. */
  onCall(name: string, heard: (...values: unknown[]) => void): void;
  /** Runs a script of several statements. */
  exec(sql: string): void;
  /** Changes whenever another connection has committed. */
  dataVersion(): number;
  inTransaction(): boolean;
  /** How many statements have run that can change something. */
  writes(): number;
  close(): void;
}

/** Statements kept prepared; shapes of list filters are many, so the oldest go when there are too many. */
const KEPT_STATEMENTS = 1_000;

const COMMON = [
  'foreign_keys = ON',
  // A short wait for another process (the command line) that is just committing.
  'busy_timeout = 5000',
  'temp_store = MEMORY',
  'cache_size = -65536',
  // A checkpoint for every dozen of group commits instead of nearly every one; each commit is on disk all the same.
  'wal_autocheckpoint = 4000',
  // What one large change has made of it is given back.
  'journal_size_limit = 67108864',
];

/** The words of the search's index, and in how many documents each is: SQLite makes such a table for a connection alone. */
export const VOCABULARY = 'CREATE VIRTUAL TABLE temp.search_words USING fts5vocab(main, search, row)';

/**
 * `writer` and `reader` are for a database in use. An `onlooker` opens a file that is there, and never
 * changes it. A `sole` one has the file to itself or fails with SQLITE_BUSY, and leaves no other file beside
 * it; what it writes is not safe from a crash until the file is flushed. A `mender` has the file to itself in the
 * same way, and what it writes is as safe from a crash as what a `writer` does.
 */
export type Mode = 'writer' | 'reader' | 'onlooker' | 'sole' | 'mender';

/** How long a sole connection waits for others to leave: a short command, not a server. */
const SOLE_PATIENCE_MS = 1_000;

/**
 * Opens the file. WAL, so that readers and the writer do not wait for each other; FULL, because the
 * driver is compiled with NORMAL, under which a commit in WAL mode may be lost with the power.
 */
export function openConnection(file: string, mode: Mode): Connection {
  const database = new Database(file, mode === 'onlooker' ? { readonly: true, fileMustExist: true } : {});
  try {
    if (mode === 'writer') database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    for (const setting of COMMON) database.pragma(setting);
    if (mode === 'writer' || mode === 'reader') database.exec(VOCABULARY);
    if (mode === 'reader') database.pragma('query_only = ON');
    if (mode === 'sole') takeAlone(database, 'memory');
    if (mode === 'mender') takeAlone(database, 'delete');
  } catch (error) {
    database.close();
    throw error;
  }

  const kept = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    let found = kept.get(sql);
    if (!found) {
      if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value as string);
      found = prepare(database, sql);
      kept.set(sql, found);
    }
    return found;
  };
  const version = database.prepare('PRAGMA data_version').pluck();
  let writes = 0;
  const toRun = (sql: string): Prepared => {
    const found = prepared(sql);
    if (found.writes) writes++;
    return found;
  };

  return {
    dialect: 'sqlite',
    all: <Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>) => {
      const found = toRun(sql);
      const rows = found.statement.all(...parameters) as unknown[][];
      return rows.map(make ?? ((values) => rowOf<Row>(found, values)));
    },
    few: <Row>(sql: string, parameters: readonly unknown[], max: number, make?: RowOf<Row>) => {
      const found = toRun(sql);
      const rows: Row[] = [];
      let left = max;
      for (const values of found.statement.iterate(...parameters) as IterableIterator<unknown[]>) {
        if (left < 0) return { rows, cut: true };
        for (const value of values) if (typeof value === 'string') left -= value.length;
        rows.push(make ? make(values) : rowOf<Row>(found, values));
      }
      return { rows, cut: false };
    },
    get: <Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>) => {
      const found = toRun(sql);
      const values = found.statement.get(...parameters) as unknown[] | undefined;
      return values && (make ? make(values) : rowOf<Row>(found, values));
    },
    run: (sql, parameters) => {
      toRun(sql).statement.run(...parameters);
    },
    changes: (sql, parameters) => toRun(sql).statement.run(...parameters).changes,
    each: (sql, parameters = []) =>
      database
        .prepare(sql)
        .raw()
        .iterate(...parameters) as IterableIterator<unknown[]>,
    define: (name, of) => {
      database.function(name, { deterministic: true }, (text) => of(String(text)));
    },
    onCall: (name, heard) => {
      database.function(name, { varargs: true }, (...values) => {
        heard(...values);
        return null;
      });
    },
    exec: (sql) => {
      database.exec(sql);
    },
    dataVersion: () => version.get() as number,
    inTransaction: () => database.inTransaction,
    writes: () => writes,
    close: () => {
      database.close();
    },
  };
}

/** A database leaves WAL mode only when nobody else has it open; the lock that is taken then is kept. */
function takeAlone(database: Driver.Database, journal: 'memory' | 'delete'): void {
  database.pragma(`busy_timeout = ${SOLE_PATIENCE_MS}`);
  database.pragma('journal_mode = DELETE');
  database.pragma('main.locking_mode = EXCLUSIVE');
  database.pragma(`journal_mode = ${journal}`);
  database.exec('BEGIN EXCLUSIVE; ROLLBACK');
  // Another process may have come in between.
  if (database.pragma('journal_mode', { simple: true }) === journal) return;
  throw new Database.SqliteError('database is locked', 'SQLITE_BUSY');
}

/**
 * Holds the place of the one writer of a file, in which nothing is written; returns what lets go of it. Fails at
 * once, with SQLITE_BUSY, when another has it. (Of two who ask at the same time for the whole file instead, each
 * could be in the other's way.)
 */
export function holdAlone(file: string): () => void {
  const database = new Database(file, { timeout: 0 });
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    throw error;
  }
  return () => {
    database.close();
  };
}

interface Prepared {
  readonly statement: Driver.Statement;
  /** Whether it can change something. */
  readonly writes: boolean;
  /** The names of what it returns; none for a statement that returns nothing. */
  readonly columns: readonly string[];
  /** A row of these names without values. */
  readonly blank: Readonly<Record<string, unknown>>;
}

/** Rows come as arrays and get their names here: the driver takes longer to make objects. */
function prepare(database: Driver.Database, sql: string): Prepared {
  const statement = database.prepare(sql);
  const writes = !statement.readonly;
  if (!statement.reader) return { statement, writes, columns: [], blank: {} };
  const columns = statement.columns().map(({ name }) => name);
  const blank = JSON.parse(`{${columns.map((name) => `${JSON.stringify(name)}:null`).join()}}`);
  return { statement: statement.raw(), writes, columns, blank };
}

/** A copy of the blank is filled in: V8 makes a slow object of one that gets so many members one by one. */
function rowOf<Row>({ columns, blank }: Prepared, values: readonly unknown[]): Row {
  const row: Record<string, unknown> = { ...blank };
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
  return row as Row;
}

/** What went wrong below SQL, where waiting or mending the machine helps: a full disk, a lock, a bad file. */
const UNAVAILABLE = [
  'FULL',
  'IOERR',
  'READONLY',
  'BUSY',
  'LOCKED',
  'CANTOPEN',
  'NOMEM',
  'CORRUPT',
  'NOTADB',
  'PROTOCOL',
];

export const isUnavailable = (error: unknown): boolean => UNAVAILABLE.some((name) => isOf(error, name));

/** Another process holds the lock; it will let go of it soon. */
export const isBusy = (error: unknown): boolean => isOf(error, 'BUSY');

/** By its code and not by its class: where the driver is loaded twice, there are two classes of its errors. */
function isOf(error: unknown, name: string): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && (code === `SQLITE_${name}` || code.startsWith(`SQLITE_${name}_`));
}
