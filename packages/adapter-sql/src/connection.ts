import type { Dialect } from './dialect.ts';

/** A result that an engine returns synchronously (SQLite) or as a promise (PostgreSQL). Callers await it. */
export type MaybePromise<T> = T | Promise<T>;

/** One connection to a database. Each engine implements it for the stores. */
export interface Connection {
  readonly dialect: Dialect;
  all<Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>): MaybePromise<Row[]>;
  /** The first rows, up to `max` UTF-16 units of text; at least one row. */
  few<Row>(
    sql: string,
    parameters: readonly unknown[],
    max: number,
    make?: RowOf<Row>,
  ): MaybePromise<Truncated<Row>>;
  get<Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>): MaybePromise<Row | undefined>;
  /**
   * Runs a statement. Later queries see its changes. An engine may send it without waiting; its error then surfaces in
   * the next result or in the commit.
   */
  run(sql: string, parameters: readonly unknown[]): void;
  /**
   * Runs a statement; returns the number of rows that it changed itself, without changes by triggers and foreign keys.
   */
  changes(sql: string, parameters: readonly unknown[]): MaybePromise<number>;
}

/** Makes a row from its values, in column order. Without it, rows are objects keyed by column name. */
export type RowOf<Row> = (values: readonly unknown[]) => Row;

/** The first rows of a list. */
export interface Truncated<Row> {
  readonly rows: readonly Row[];
  /** True if more rows exist that were not read. */
  readonly cut: boolean;
}

/**
 * Applies a function to a result, synchronously if the result is there already: a unit on SQLite would otherwise wait a
 * microtask for each of its statements.
 */
export const andThen = <A, T>(answer: MaybePromise<A>, use: (answer: A) => T): MaybePromise<T> =>
  answer instanceof Promise ? answer.then(use) : use(answer);
