import type { Dialect } from './dialect.ts';

/** What an engine answers at once, or later: whoever asks awaits it. */
export type MaybePromise<T> = T | Promise<T>;

/** One connection to a database, as the stores use it; each engine has its own. */
export interface Connection {
  readonly dialect: Dialect;
  all<Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>): MaybePromise<Row[]>;
  /** The first rows, until their texts have more than `most` UTF-16 units; at least one. */
  few<Row>(
    sql: string,
    parameters: readonly unknown[],
    max: number,
    make?: RowOf<Row>,
  ): MaybePromise<Truncated<Row>>;
  get<Row>(sql: string, parameters: readonly unknown[], make?: RowOf<Row>): MaybePromise<Row | undefined>;
  /**
   * Runs a statement. Whatever is asked later sees what it has changed; an engine may send it and not wait for it, and
   * what goes wrong with it is then an error of the next answer, or of the commit.
   */
  run(sql: string, parameters: readonly unknown[]): void;
  /** Runs a statement; returns how many rows it has changed itself, without those that triggers and foreign keys have. */
  changes(sql: string, parameters: readonly unknown[]): MaybePromise<number>;
}

/** Makes a row of its values, in the order of the columns; otherwise they get the names of the columns one by one. */
export type RowOf<Row> = (values: readonly unknown[]) => Row;

/** The first of some rows. */
export interface Truncated<Row> {
  readonly rows: readonly Row[];
  /** Whether there are more, which were not read. */
  readonly cut: boolean;
}

/**
 * What follows from an answer. Where it is there at once, so is this: a unit on SQLite would else wait a turn of the
 * queue for each of its statements.
 */
export const andThen = <A, T>(answer: MaybePromise<A>, use: (answer: A) => T): MaybePromise<T> =>
  answer instanceof Promise ? answer.then(use) : use(answer);
