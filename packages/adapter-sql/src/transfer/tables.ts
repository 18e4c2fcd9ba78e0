import { TABLES } from '../stores/schema.ts';
import type { AnyColumn } from '../table.ts';

/** A table to move from one engine to another. */
export interface TransferTable {
  readonly name: string;
  /** The primary key, which orders the rows. */
  readonly key: readonly string[];
  /** All columns, key first: a row is the list of their values. */
  readonly columns: readonly string[];
}

/** A row, and its key. */
export type TransferRow = readonly unknown[];
export type TransferKey = readonly (string | number)[];

/** Tables of one engine, and what search rebuilds from the texts. */
const NOT_MOVED: readonly string[] = ['sequences', 'search_blocks', 'search_texts', 'search_fills'];

/**
 * The tables to move, in an order in which no row precedes one that it references. Other columns of `heads` on
 * PostgreSQL, and the tables by which its servers coordinate, belong to running servers and are not moved.
 */
export const TRANSFER_TABLES: readonly TransferTable[] = Object.entries(TABLES)
  .filter(([name]) => !NOT_MOVED.includes(name))
  .map(([name, { key, columns }]) => {
    const others = Object.keys(columns).filter((column) => !(key as readonly string[]).includes(column));
    return { name, key, columns: [...key, ...others] };
  });

export const holdsFractions = ({ name }: TransferTable, column: string): boolean => {
  const columns: Readonly<Record<string, AnyColumn>> = TABLES[name as keyof typeof TABLES].columns;
  return columns[column]?.fractions ?? false;
};

export const keyOf = ({ key }: TransferTable, row: TransferRow): TransferKey =>
  row.slice(0, key.length) as never;

/** A row as shown to the operator: its table and key. */
export const namedRow = ({ name, key }: TransferTable, row: TransferRow): string =>
  `${name} (${key.map((column, i) => `${column} ${row[i]}`).join(', ')})`;
