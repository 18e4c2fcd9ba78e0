import pg from 'pg';

const Base = pg.Query as unknown as new (text: string) => object;

/** The driver's methods for COPY, which its types lack. */
interface Copying {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** COPY … FROM STDIN with all its data. The connection does nothing else meanwhile. */
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

  /** Called by the driver to write to the socket. */
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

/** A row in COPY's format: values separated by tabs. */
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
