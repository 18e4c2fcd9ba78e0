import pg from 'pg';
import { ConnectionLost } from './errors.ts';

/** A statement under way, and who hears of it. */
export interface Sent {
  readonly prepared: Prepared;
  readonly values: readonly unknown[];
  /** The rows that it has returned so far. */
  readonly rows: unknown[][];
  settle(error: unknown, changed: number): void;
}

/** A statement that a connection keeps prepared. */
export interface Prepared {
  readonly sql: string;
  /** By which the server knows it, once it has been sent. */
  name: string | null;
  /** The names of what it returns; none for a statement that returns nothing. */
  columns: readonly string[];
  decode: readonly Decode[];
  /** A row of these names without values. */
  blank: Readonly<Record<string, unknown>>;
  /** How often this connection has sent it. */
  uses: number;
}

type Decode = (text: string) => unknown;

const asText: Decode = (text) => text;
/** By the server's numbers of types. Whole numbers, sums of them and fractions are numbers, and truth is 1 or 0. */
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

/** What the driver hands on of the server's answers. */
export interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}
interface DataRow {
  readonly fields: readonly (string | null)[];
}
interface CommandComplete {
  readonly text: string;
}

/** Keeps what the server says a statement returns. */
export function describe(prepared: Prepared, { fields }: RowDescription): void {
  prepared.columns = fields.map(({ name }) => name);
  prepared.decode = fields.map(({ dataTypeID }) => DECODE[dataTypeID] ?? asText);
  prepared.blank = JSON.parse(`{${prepared.columns.map((name) => `${JSON.stringify(name)}:null`).join()}}`);
}

/** The driver takes whatever is made from its own class of queries into its pipeline. */
export const Base = pg.Query as unknown as new (text: string) => object;

/**
 * Statements that go to the server together, and are answered together: in one packet where they fit, with one Sync at
 * their end. (The driver's own queries have one each, so that the server answers each of them by a packet of its own, and
 * describe their columns each time.) When one fails, the server skips those after it.
 */
export class Batch extends Base {
  readonly #statements: Sent[] = [];
  readonly #newName: () => string;
  readonly #forgotten: readonly Prepared[];
  #at = 0;

  /** `newName` gives names that the connection has not had; `forgotten` are statements that no batch uses from here on. */
  constructor(newName: () => string, forgotten: readonly Prepared[]) {
    super('');
    this.#newName = newName;
    this.#forgotten = forgotten;
  }

  add(statement: Sent): void {
    this.#statements.push(statement);
  }

  /** Called by the driver, to be written to the socket. */
  submit(connection: pg.Connection): null {
    connection.stream.cork();
    try {
      // The server takes this also in a transaction that has failed.
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
      // What other units send on this connection in the same turn goes along: a packet costs more than what is in it.
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
    // INSERT 0 3, UPDATE 3, BEGIN. A COMMIT of what has failed answers ROLLBACK.
    statement.settle(
      text === 'ROLLBACK' && statement.prepared.sql === 'COMMIT' ? new RolledBack() : null,
      Number(text.slice(text.lastIndexOf(' ') + 1)) || 0,
    );
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    // Whatever has no answer by now has not been run.
    if (this.#at < this.#statements.length)
      this.handleError(new ConnectionLost('A statement was not answered.'));
  }

  handleError(error: unknown): void {
    const failed = this.#statements.slice(this.#at);
    this.#at = this.#statements.length;
    // Whether the server knows it by now nobody can tell: it gets another name.
    for (const { prepared } of failed) if (prepared.columns === UNKNOWN) prepared.name = null;
    for (const statement of failed) statement.settle(error, 0);
  }

  #current(): Sent {
    return this.#statements[this.#at] as Sent;
  }
}

/** The columns of a statement that has not been described. */
export const UNKNOWN: readonly string[] = [];
/** The columns of one that returns nothing. */
export const NONE: readonly string[] = [];

/** What a COMMIT is answered when the transaction had failed before. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** As PostgreSQL reads it. */
function encoded(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}
