import { CsvError, parse } from 'csv-parse';
import { CannotDo } from '../../ending.ts';
import type { Place } from '../items.ts';
import { type SourceFile, textOf } from './text.ts';

/** The longest record, so that a quote that is never closed doesn't collect the rest of a large file. */
const MAX_RECORD = 32 * 1024 * 1024;

/** A row of a CSV file, by the names of its columns; several columns may share a name. */
export class Row {
  readonly place: Place;
  readonly #columns: ReadonlyMap<string, readonly number[]>;
  readonly #cells: readonly string[];

  constructor(place: Place, columns: ReadonlyMap<string, readonly number[]>, cells: readonly string[]) {
    this.place = place;
    this.#columns = columns;
    this.#cells = cells;
  }

  /** The first value that is not blank, of the first column that has one. */
  get(...names: readonly string[]): string | undefined {
    return this.all(...names)[0];
  }

  /** All values that are not blank. */
  all(...names: readonly string[]): string[] {
    return names.flatMap((name) =>
      (this.#columns.get(keyOf(name)) ?? []).flatMap((at) => {
        const value = withoutGuard(this.#cells[at] ?? '').trim();
        return value === '' ? [] : [value];
      }),
    );
  }

  /** Whether the row has more cells than the header, which happens after an unquoted comma. */
  get isTooLong(): boolean {
    const columns = Math.max(...[...this.#columns.values()].flat()) + 1;
    return this.#cells.slice(columns).some((cell) => cell.trim() !== '');
  }
}

export interface Table {
  /** As the file names them, in its order. */
  readonly header: readonly string[];
  readonly rows: AsyncIterable<Row>;
}

const keyOf = (name: string) => name.trim().toLowerCase();

/** Exporters put an apostrophe before texts that a spreadsheet would calculate. */
const withoutGuard = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** A CSV file with a header. Commas, semicolons or tabs separate the cells. */
export async function tableOf(file: SourceFile): Promise<Table> {
  const pieces = textOf(file);
  const { value: start = '' } = await pieces.next();
  async function* all() {
    yield start;
    yield* pieces;
  }
  const records = recordsOf(file, all(), delimiterOf(start));
  const first = await records.next();
  if (first.done) throw new CannotDo(`${file.name} is empty.`);
  const header = first.value.cells.map((name) => name.trim());
  if (header.every((name) => name === '')) throw new CannotDo(`${file.name}:1: the header is empty.`);
  const columns = new Map<string, number[]>();
  for (const [at, name] of header.entries())
    columns.set(keyOf(name), [...(columns.get(keyOf(name)) ?? []), at]);
  async function* rows() {
    for await (const { cells, line } of records) yield new Row({ file: file.name, line }, columns, cells);
  }
  return { header, rows: rows() };
}

/** The separator that the first line has most of, outside quotes. */
function delimiterOf(start: string): string {
  const line = start.replace(/"[^"]*"/g, '').split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

interface Cells {
  readonly cells: readonly string[];
  /** Where the record begins. */
  readonly line: number;
}

async function* recordsOf(
  file: SourceFile,
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<Cells> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
  });
  let failure: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    parser.on('end', resolve);
    parser.on('error', (error) => {
      failure = error;
      resolve();
    });
  });
  // The parser works while it is written to, so each piece is read before the next one.
  const read = function* (): Generator<Cells> {
    for (let next = parser.read() as Found | null; next; next = parser.read() as Found | null) {
      const breaks = next.record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      yield { cells: next.record, line: next.info.lines - breaks };
    }
  };
  for await (const piece of text) {
    if (failure) break;
    parser.write(piece);
    yield* read();
  }
  parser.end();
  yield* read();
  parser.resume();
  await ended;
  if (failure instanceof CsvError)
    throw new CannotDo(`${file.name}:${lineOf(failure)}: ${problemOf(failure)}`);
  if (failure) throw failure;
}

interface Found {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

const lineOf = (error: CsvError): number => (error as unknown as { readonly lines?: number }).lines ?? 1;

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed before the end of the file.',
  CSV_MAX_RECORD_SIZE: 'the row is longer than 32 MB; a quote may not be closed.',
  INVALID_OPENING_QUOTE:
    'a quote stands inside an unquoted cell. Quote the cell, and double the quotes in it.',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote. Double the quotes inside a cell.',
};

const problemOf = (error: CsvError): string => PROBLEMS[error.code] ?? error.message;
