import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { RowOf, Connection as Stored, Truncated } from '@tandem/adapter-sql';
import type Driver from 'better-sqlite3';

const require = createRequire(import.meta.url);
refuseWrongDriver(require('better-sqlite3/package.json'));
const Database = require('better-sqlite3') as typeof Driver;

/**
 * Version 13 crashes on Node 20. Version 12, compiled for Node 24.19 or newer, sometimes does: it finalizes statements
 * when that Node does not allow it (docs/decisions/0054-sqlite-drivers.md).
 */
function refuseWrongDriver({ version }: { version: string }): void {
  const isOldNode = Number.parseInt(process.versions.node, 10) < 22;
  if (isOldNode === Number.parseInt(version, 10) < 13) return;
  throw Object.assign(
    new Error(
      `better-sqlite3 ${version} does not run on Node ${process.versions.node}. ` +
        `Run npm install better-sqlite3@${isOldNode ? 12 : 13}, or npm run build in a clone of Tandem.`,
    ),
    { code: 'ERR_WRONG_DRIVER' },
  );
}

/** The part of a better-sqlite3 database that Tandem and hosts use, without its types. */
export interface SqliteDatabase {
  readonly name: string;
  readonly memory: boolean;
  readonly readonly: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
}

export interface SqliteStatement {
  run(...parameters: unknown[]): { changes: number; lastInsertRowid: number | bigint };
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
}

/** An open synchronous connection; the only module that uses the driver. */
export interface Connection extends Stored {
  readonly database: SqliteDatabase;
  /** Opens another connection to the same file, with the same driver: two in a process would break each other's locks. */
  another(mode: Mode): Connection;
  all<Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>): Row[];
  few<Row>(sql: string, parameters: readonly unknown[], max: number, make?: RowOf<Row>): Truncated<Row>;
  get<Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>): Row | undefined;
  changes(sql: string, parameters: readonly unknown[]): number;
  /** Iterates over rows as lists of values. The connection is blocked until the last row is taken. */
  each(sql: string, parameters?: readonly unknown[]): IterableIterator<unknown[]>;
  /** Defines an SQL function of a text. */
  define(name: string, of: (text: string) => string): void;
  /** Defines a callback for triggers of this connection. */
  onCall(name: string, heard: (...values: unknown[]) => void): void;
  /** Runs a script of several statements. */
  exec(sql: string): void;
  /** Changes when another connection commits. */
  dataVersion(): number;
  inTransaction(): boolean;
  /** Number of writing statements run so far. */
  writes(): number;
  close(): void;
}

/** Prepared statements kept. List filters have many shapes, so the oldest are evicted. */
const KEPT_STATEMENTS = 1_000;

const COMMON = [
  'foreign_keys = ON',
  // A short wait for a commit by another process (the command line).
  'busy_timeout = 5000',
  'temp_store = MEMORY',
  'cache_size = -65536',
  // One checkpoint per dozen group commits instead of almost every one; each commit is synced in any case.
  'wal_autocheckpoint = 4000',
  // Shrinks the log after a large transaction.
  'journal_size_limit = 67108864',
];

/** The words of the search index with their document counts. SQLite supports such a table only per connection. */
export const VOCABULARY =
  'CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_words USING fts5vocab(main, search, row)';

/**
 * `writer` and `reader` are for a database in use. An `onlooker` opens an existing file read-only. A `sole` connection
 * has exclusive access or fails with SQLITE_BUSY, and leaves no other files behind; its writes are not crash-safe until
 * the file is synced. A `repairer` also has exclusive access, with writes as crash-safe as a `writer`'s.
 */
export type Mode = 'writer' | 'reader' | 'onlooker' | 'sole' | 'repairer';

/** Maximum wait of an exclusive connection for others to close: enough for a short command, not for a server. */
const SOLE_PATIENCE_MS = 1_000;

/**
 * Opens the file. WAL lets readers and the writer run concurrently. FULL, because the driver's default is NORMAL, under
 * which a power failure may lose a commit in WAL mode.
 */
export const openConnection = (file: string, mode: Mode): Connection => openWith(Database, file, mode);

function openWith(Driver: typeof Database, file: string, mode: Mode): Connection {
  const database = new Driver(file, mode === 'onlooker' ? { readonly: true, fileMustExist: true } : {});
  try {
    if (mode === 'writer') database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    for (const setting of COMMON) database.pragma(setting);
    if (mode === 'writer' || mode === 'reader') database.exec(VOCABULARY);
    if (mode === 'reader') database.pragma('query_only = ON');
    if (mode === 'sole') takeAlone(database, 'memory');
    if (mode === 'repairer') takeAlone(database, 'delete');
  } catch (error) {
    database.close();
    throw error;
  }
  return connectionOver(database, {
    another: (other) => openWith(Driver, file, other),
    close: () => {
      database.close();
    },
  });
}

/**
 * Writes on a connection of the host, so that both commit together. Sets WAL, `synchronous = FULL` and `foreign_keys = ON`,
 * and leaves the other settings to the host, who also closes it.
 */
export function shareConnection(shared: SqliteDatabase): Connection {
  const database = shared as Driver.Database;
  const problem = problemOf(database);
  if (problem)
    throw new TypeError(`sqliteStorage requires an open better-sqlite3 database: this one ${problem}.`);
  for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
    database.pragma(setting);
  database.exec(VOCABULARY);
  const file = resolve(database.name);
  const Driver = database.constructor as typeof Database;
  return connectionOver(database, {
    another: (mode) => openWith(Driver, file, mode),
    close: () => undefined,
  });
}

function problemOf({ open, memory, readonly, inTransaction, prepare }: Driver.Database): string | null {
  if (typeof prepare !== 'function') return 'has no prepare()';
  if (!open) return 'is closed';
  if (memory) return 'is in memory, where a second connection cannot read it';
  if (readonly) return 'is read-only';
  return inTransaction ? 'is in a transaction' : null;
}

function connectionOver(
  database: Driver.Database,
  { another, close }: Pick<Connection, 'another' | 'close'>,
): Connection {
  const statements = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    let found = statements.get(sql);
    if (!found) {
      if (statements.size >= KEPT_STATEMENTS) statements.delete(statements.keys().next().value as string);
      found = prepare(database, sql);
      statements.set(sql, found);
    }
    return found;
  };
  const version = database.prepare('PRAGMA data_version').safeIntegers(false).pluck();
  let writes = 0;
  const toRun = (sql: string): Prepared => {
    const found = prepared(sql);
    if (found.writes) writes++;
    return found;
  };

  return {
    dialect: 'sqlite',
    database,
    another,
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
        .safeIntegers(false)
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
    close,
  };
}

/** A database leaves WAL mode only if no other connection is open; the lock acquired then is kept. */
function takeAlone(database: Driver.Database, journal: 'memory' | 'delete'): void {
  database.pragma(`busy_timeout = ${SOLE_PATIENCE_MS}`);
  database.pragma('journal_mode = DELETE');
  database.pragma('main.locking_mode = EXCLUSIVE');
  database.pragma(`journal_mode = ${journal}`);
  database.exec('BEGIN EXCLUSIVE; ROLLBACK');
  // Another process may have opened it in between.
  if (database.pragma('journal_mode', { simple: true }) === journal) return;
  throw new Database.SqliteError('database is locked', 'SQLITE_BUSY');
}

/**
 * Holds the write lock of a file without writing; returns its release function. Fails at once with SQLITE_BUSY if
 * another process holds it. (Two processes that request the whole file could block each other.)
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
  /** True if it can modify data. */
  readonly writes: boolean;
  /** Column names; empty for a statement that returns no rows. */
  readonly columns: readonly string[];
  /** A row with these columns and no values. */
  readonly blank: Readonly<Record<string, unknown>>;
}

/** Rows are read as arrays and named here, which is faster than the driver's objects. */
function prepare(database: Driver.Database, sql: string): Prepared {
  // A host may have chosen big integers for its own statements.
  const statement = database.prepare(sql).safeIntegers(false);
  const writes = !statement.readonly;
  if (!statement.reader) return { statement, writes, columns: [], blank: {} };
  const columns = statement.columns().map(({ name }) => name);
  const blank = JSON.parse(`{${columns.map((name) => `${JSON.stringify(name)}:null`).join()}}`);
  return { statement: statement.raw(), writes, columns, blank };
}

/** Copies the blank row: V8 makes a slow object when so many properties are added one by one. */
function rowOf<Row>({ columns, blank }: Prepared, values: readonly unknown[]): Row {
  const row: Record<string, unknown> = { ...blank };
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
  return row as Row;
}

/** Errors below SQL that time or a repair can resolve: a full disk, a lock, a damaged file. */
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

/** Another process holds the lock and will release it soon. */
export const isBusy = (error: unknown): boolean => isOf(error, 'BUSY');

/** By code, not by class: a driver that is loaded twice has two error classes. */
function isOf(error: unknown, name: string): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && (code === `SQLITE_${name}` || code.startsWith(`SQLITE_${name}_`));
}
