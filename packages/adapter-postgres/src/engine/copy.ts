import pg from 'pg';

const Base = pg.Query as unknown as new (text: string) => object;

/** What the driver has for COPY, and its types do not know. */
interface Copying {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** COPY … FROM STDIN, with all that goes in at once. The connection does nothing else meanwhile. */
export class Copy extends Base {
  readonly #sql: string;
  readonly #rows: string;
  readonly #settle: (error: unknown) => void;

  constructor(sql: string, rows: string, settle: (error: unknown) => void) {
    super('');
    this.#sql = sql;
    this.#rows = rows;
    this.#settle = settle;
  }

  /** Called by the driver, to be written to the socket. */
  submit(connection: pg.Connection): null {
    connection.query(this.#sql);
    return null;
  }

  handleCopyInResponse(connection: Copying): void {
    connection.sendCopyFromChunk(Buffer.from(this.#rows));
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#settle(null);
  }

  handleError(error: unknown): void {
    this.#settle(error);
  }
}

/** A row as COPY takes it: values with tabs between. */
export function copied(row: readonly unknown[]): string {
  let line = '';
  for (let i = 0; i < row.length; i++) {
    if (i > 0) line += '\t';
    const value = row[i];
    if (value === null || value === undefined) line += '\\N';
    else line += typeof value === 'string' ? escaped(value) : String(value);
  }
  return `${line}\n`;
}

const ACTING = /[\\\n\r\t]/;
const NAMES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (text: string): string =>
  ACTING.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => NAMES[character] as string) : text;
