import Database from 'better-sqlite3';

/** One open connection; the only thing here that knows the driver. */
export interface Connection {
  all<Row>(sql: string, parameters: readonly unknown[]): Row[];
  get<Row>(sql: string, parameters: readonly unknown[]): Row | undefined;
  run(sql: string, parameters: readonly unknown[]): void;
  /** Runs a script of several statements. */
  exec(sql: string): void;
  /** Changes whenever another connection has committed. */
  dataVersion(): number;
  inTransaction(): boolean;
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
];

/**
 * Opens the file. WAL, so that readers and the writer do not wait for each other; FULL, because the
 * driver is compiled with NORMAL, under which a commit in WAL mode may be lost with the power.
 */
export function openConnection(file: string, mode: 'writer' | 'reader'): Connection {
  const database = new Database(file);
  try {
    if (mode === 'writer') database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    for (const setting of COMMON) database.pragma(setting);
    if (mode === 'reader') database.pragma('query_only = ON');
  } catch (error) {
    database.close();
    throw error;
  }

  const kept = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    let statement = kept.get(sql);
    if (!statement) {
      if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value as string);
      statement = database.prepare(sql);
      kept.set(sql, statement);
    }
    return statement;
  };
  const version = database.prepare('PRAGMA data_version').pluck();

  return {
    all: <Row>(sql: string, parameters: readonly unknown[]) => prepared(sql).all(...parameters) as Row[],
    get: <Row>(sql: string, parameters: readonly unknown[]) =>
      prepared(sql).get(...parameters) as Row | undefined,
    run: (sql, parameters) => {
      prepared(sql).run(...parameters);
    },
    exec: (sql) => {
      database.exec(sql);
    },
    dataVersion: () => version.get() as number,
    inTransaction: () => database.inTransaction,
    close: () => {
      database.close();
    },
  };
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

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  UNAVAILABLE.some((name) => error.code === `SQLITE_${name}` || error.code.startsWith(`SQLITE_${name}_`));
