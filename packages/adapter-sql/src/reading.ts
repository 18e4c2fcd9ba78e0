import { Damaged, type Page, type Position, pageOf } from '@tandem/core';
import type { Truncated } from './connection.ts';

/** A row with a value that Tandem never writes: another program or a failing disk has changed it. */
export interface BadRow {
  readonly table: string;
  readonly workspaceId: string;
  /** Identifies the row in its table and workspace. */
  readonly key: string;
  /** Names the column and its expected values, never the actual value. */
  readonly error: Error;
}

export type BadRowListener = (row: BadRow) => void;

/** Decodes the rows of a table. */
export interface Reading<Row, T> {
  /** For lookups: null when there is no row; throws `Damaged` when it is unreadable. */
  one(row: Row | undefined): T | null;
  /** For lists: omits unreadable rows. */
  all(rows: readonly Row[]): T[];
  /** For rules and changes, which must see every row: throws `Damaged` when one is unreadable. */
  each(rows: readonly Row[]): T[];
}

/** Decoders for the rows of a table. Each unreadable row is reported and affects no other row. */
export function reading<Row extends { readonly workspace_id: string }, T>(
  report: BadRowListener,
  table: string,
  key: (row: Row) => string | number,
  decode: (row: Row) => T,
): Reading<Row, T> {
  /** Reports the row and returns an error that identifies it. */
  const reportBad = (row: Row, thrown: unknown): Error => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const bad = { table, workspaceId: row.workspace_id, key: String(key(row)), error };
    report(bad);
    return new Error(`${table} ${bad.key} of workspace ${bad.workspaceId}: ${error.message}`, {
      cause: error,
    });
  };
  const decoded = (row: Row): T => {
    try {
      return decode(row);
    } catch (error) {
      throw new Damaged(reportBad(row, error));
    }
  };
  return {
    one: (row) => (row ? decoded(row) : null),
    each: (rows) => rows.map(decoded),
    all: (rows) => {
      const read: T[] = [];
      for (const row of rows) {
        try {
          read.push(decode(row));
        } catch (error) {
          reportBad(row, error);
        }
      }
      return read;
    },
  };
}

/**
 * A decoded page from a query that fetched `limit + 1`. The next page continues after the last row even if that row is
 * unreadable: a page may hold fewer rows than requested, or none, and still have a successor.
 */
export function readPage<Row, T>(
  { rows, cut }: Truncated<Row>,
  limit: number,
  position: (row: Row) => Position,
  { all }: Pick<Reading<Row, T>, 'all'>,
): Page<T> {
  const { items: found, positions, next } = pageOf(rows, limit, position, cut);
  const items = all(found);
  if (items.length === found.length) return { items, positions, next };
  const readable = found.flatMap((row, i) => all([row]).map((item) => ({ item, position: positions[i] })));
  return {
    items: readable.map(({ item }) => item),
    positions: readable.map(({ position }) => position as Position),
    next,
  };
}

/** Maximum bad rows remembered as reported. Later ones are not reported: by then the operator knows. */
const MAX_REPORTED = 1_000;

/** Reports each row once, however often it is read. */
export function reportedOnce(report: BadRowListener): BadRowListener {
  const reported = new Set<string>();
  return (row) => {
    const id = JSON.stringify([row.table, row.workspaceId, row.key]);
    if (reported.has(id) || reported.size >= MAX_REPORTED) return;
    reported.add(id);
    report(row);
  };
}
