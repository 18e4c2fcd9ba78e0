import pg from 'pg';
import { ConnectionLost } from './errors.ts';

/** A statement in flight, with its callback. */
export interface Sent {
  readonly prepared: Prepared;
  readonly values: readonly unknown[];
  /** The rows received so far. */
  readonly rows: unknown[][];
  settle(error: unknown, changed: number): void;
}

/** A statement that a connection keeps prepared. */
export interface Prepared {
  readonly sql: string;
  /** The server's name for it, once sent. */
  name: string | null;
  /** Column names; empty for a statement that returns no rows. */
  columns: readonly string[];
  decode: readonly Decode[];
  /** A row with these columns and no values. */
  blank: Readonly<Record<string, unknown>>;
  /** Number of times this connection has sent it. */
  uses: number;
}

type Decode = (text: string) => unknown;

const asText: Decode = (text) => text;
/** By type OID. Integers, sums and fractions become numbers; booleans become 1 or 0. */
const DECODE: Readonly<Record<number, Decode>> = {
  16: (text) => (text === 't' ? 1 : 0),
  20: Number,
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
  1700: Number,
};

/** The parts of the driver's protocol messages that are used here. */
export interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}
interface DataRow {
  readonly fields: readonly (string | null)[];
}
interface CommandComplete {
  readonly text: string;
}

/** Stores the server's description of the statement's result. */
export function describe(prepared: Prepared, { fields }: RowDescription): void {
  prepared.columns = fields.map(({ name }) => name);
  prepared.decode = fields.map(({ dataTypeID }) => DECODE[dataTypeID] ?? asText);
  prepared.blank = JSON.parse(`{${prepared.columns.map((name) => `${JSON.stringify(name)}:null`).join()}}`);
}

/** The driver accepts any subclass of its query class into its pipeline. */
export const Base = pg.Query as unknown as new (text: string) => object;

/**
 * Statements that are sent and answered together: in one packet if they fit, with one Sync at the end. (The driver's
 * own queries have a Sync each, so that the server answers each in a packet of its own, and describe their columns
 * every time.) If one fails, the server skips the rest.
 */
export class Batch extends Base {
  readonly #statements: Sent[] = [];
  readonly #newName: () => string;
  readonly #forgotten: readonly Prepared[];
  #at = 0;
  /** Called once all statements are settled; after an error the server still has to end the batch. */
  ended: () => void = () => undefined;

  /** `newName` returns names unused on the connection; `forgotten` are statements that no later batch uses. */
  constructor(newName: () => string, forgotten: readonly Prepared[]) {
    super('');
    this.#newName = newName;
    this.#forgotten = forgotten;
  }

  add(statement: Sent): void {
    this.#statements.push(statement);
  }

  /** Called by the driver to write to the socket. */
  submit(connection: pg.Connection): null {
    connection.stream.cork();
    try {
      // The server accepts this in a failed transaction too.
      for (const { name } of this.#forgotten) if (name !== null) connection.close({ type: 'S', name }, true);
      for (const { prepared, values } of this.#statements) {
        if (prepared.name === null) {
          prepared.name = this.#newName();
          connection.parse({ name: prepared.name, text: prepared.sql, types: [] }, true);
          connection.describe({ type: 'S', name: prepared.name }, true);
        }
        connection.bind({ statement: prepared.name, values: values.map(encoded) }, true);
        connection.execute({}, true);
      }
      connection.sync();
    } finally {
      // Other units' messages from the same event loop turn go along: a packet costs more than its contents.
      process.nextTick(() => connection.stream.uncork());
    }
    return null;
  }

  handleRowDescription({ fields }: RowDescription): void {
    describe(this.#current().prepared, { fields });
  }

  handleDataRow({ fields }: DataRow): void {
    const { prepared, rows } = this.#current();
    const row: unknown[] = new Array(fields.length);
    for (let i = 0; i < fields.length; i++) {
      const text = fields[i] as string | null;
      row[i] = text === null ? null : (prepared.decode[i] as Decode)(text);
    }
    rows.push(row);
  }

  handleCommandComplete({ text }: CommandComplete): void {
    const statement = this.#current();
    this.#at++;
    if (statement.prepared.columns === UNKNOWN) statement.prepared.columns = NONE;
    // INSERT 0 3, UPDATE 3, BEGIN. COMMIT of a failed transaction returns ROLLBACK.
    statement.settle(
      text === 'ROLLBACK' && statement.prepared.sql === 'COMMIT' ? new RolledBack() : null,
      Number(text.slice(text.lastIndexOf(' ') + 1)) || 0,
    );
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    // Statements without a response by now have not run.
    if (this.#at < this.#statements.length)
      this.handleError(new ConnectionLost('A statement got no response.'));
    else this.ended();
  }

  handleError(error: unknown): void {
    const failed = this.#statements.slice(this.#at);
    this.#at = this.#statements.length;
    // The server may or may not have prepared it, so it gets a new name.
    for (const { prepared } of failed) if (prepared.columns === UNKNOWN) prepared.name = null;
    for (const statement of failed) statement.settle(error, 0);
    this.ended();
  }

  #current(): Sent {
    return this.#statements[this.#at] as Sent;
  }
}

/** The columns of a statement that has not been described. */
export const UNKNOWN: readonly string[] = [];
/** The columns of a statement that returns no rows. */
export const NONE: readonly string[] = [];

/** The outcome of a COMMIT whose transaction had already failed. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** In PostgreSQL's text format. */
function encoded(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}
