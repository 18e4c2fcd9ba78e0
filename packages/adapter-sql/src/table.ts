import { count as asCount, date, finite, isNumbers, json, oneOf } from './columns.ts';

/** A value as both engines store it. */
export type Stored = string | number | null;

/** How a column stores a value of the core. Without functions it stores the value itself. */
export interface Column<S extends Stored = Stored, T = S> {
  /** Throws `Unreadable`, which names the column. */
  readonly decode?: (stored: NonNullable<S>, column: string) => NonNullable<T>;
  readonly encode?: (value: NonNullable<T>) => NonNullable<S>;
  readonly nullable?: true;
  /** Numbers that may have fractions. All others are integers. */
  readonly fractions?: true;
  /** Never set: the types for `StoredIn` and `ValueIn`. */
  readonly types?: readonly [S, T];
}

// biome-ignore lint/suspicious/noExplicitAny: any column
export type AnyColumn = Column<any, any>;
export type Columns = Readonly<Record<string, AnyColumn>>;
export type StoredIn<C> = C extends Column<infer S, infer _> ? S : never;
export type ValueIn<C> = C extends Column<infer _, infer T> ? T : never;

export interface Table<C extends Columns = Columns> {
  /** The primary key. */
  readonly key: readonly (keyof C & string)[];
  readonly columns: C;
}

export const table = <C extends Columns>(key: readonly (keyof C & string)[], columns: C): Table<C> => ({
  key,
  columns,
});

/** A row by the names of its columns. */
export type RowIn<T> = T extends Table<infer C> ? { [K in keyof C]: StoredIn<C[K]> } : never;

export const text: Column<string> = {};
export const integer: Column<number> = {};
export const real: Column<number> = { decode: (n, column) => finite(column, n), fractions: true };
/** A time in milliseconds. */
export const moment: Column<number> = { decode: (ms, column) => date(column, ms) };
/** A non-negative integer. */
export const count: Column<number> = { decode: (n, column) => asCount(column, n) };
/** A boolean as 0 or 1. Other numbers are false. */
export const flag: Column<number, boolean> = { decode: (n) => n === 1, encode: Number };

/** One of a fixed set of words. */
export function word<V extends string>(values: readonly V[]): Column<string, V> {
  const known: ReadonlySet<string> = new Set(values);
  return { decode: (value, column) => (known.has(value) ? (value as V) : oneOf(column, values)(value)) };
}

/** JSON of a given shape. */
export const jsonOf = <T>(shape: string, fits: (value: unknown) => value is T): Column<string, T> => ({
  decode: (stored, column) => json(column, shape, fits)(stored) as NonNullable<T>,
  encode: JSON.stringify,
});

/** A JSON array. Most are empty: these are not parsed. */
export const listOf = <T>(
  shape: string,
  fits: (value: unknown) => value is T[],
): Column<string, readonly T[]> => ({
  decode: (stored, column) => (stored === '[]' ? [] : json(column, `list of ${shape}`, fits)(stored)),
  encode: (list) => (list.length === 0 ? '[]' : JSON.stringify(list)),
});

/** An object of numbers. */
export const numbers = jsonOf('object of numbers', (value): value is Readonly<Record<string, number>> =>
  isNumbers(value),
);

export const nullable = <S extends Stored, T>(column: Column<S, T>) =>
  ({ ...column, nullable: true }) as Column<S | null, T | null>;
