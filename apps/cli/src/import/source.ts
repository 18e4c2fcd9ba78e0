import type { DateOrder } from './dates.ts';
import type { SourceFile } from './files/text.ts';
import type { SourceItem } from './items.ts';

/** The columns and dates of a map file; the rest of it is for the server. */
export interface ReadOptions {
  /** Columns of a CSV file by field. */
  readonly columns?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly dates?: DateOrder | undefined;
}

/** A format that `tandem import` reads. */
export interface Source {
  readonly name: string;
  /** For the help: what to export, and how. */
  readonly reads: string;
  /** Files that a folder stands for. */
  readonly files: RegExp;
  /** Entries in the order of the files. Reading has no effect, and repeats. */
  read(files: readonly SourceFile[], options: ReadOptions): AsyncIterable<SourceItem>;
}
