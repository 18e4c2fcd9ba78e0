import { Damaged, type Page, type Position, pageOf } from '@tandem/core';
import type { Truncated } from './connection.ts';

/** A row that holds what Tandem never writes: another program or a failing disk has changed it. */
export interface BadRow {
  readonly table: string;
  readonly workspaceId: string;
  /** What tells the row from others of its table and workspace. */
  readonly key: string;
  /** Which column, and what it should hold; never what it does hold. */
  readonly error: Error;
}

export type BadRowListener = (row: BadRow) => void;

/** How the rows of a table become what they stand for. */
export interface Reading<Row, T> {
  /** For a look-up. Null when there is no row; `Damaged` when it cannot be read. */
  one(row: Row | undefined): T | null;
  /** For a list. What cannot be read is left out. */
  all(rows: readonly Row[]): T[];
  /** For a rule or a change, which must not leave one out: `Damaged` when one cannot be read. */
  each(rows: readonly Row[]): T[];
}

/** Tells of each row that cannot be read, so that a bad one is nobody's fault but its own. */
export function reading<Row extends { readonly workspace_id: string }, T>(
  tell: BadRowListener,
  table: string,
  key: (row: Row) => string | number,
  decode: (row: Row) => T,
): Reading<Row, T> {
  /** Returns an error that says which row it is. */
  const complain = (row: Row, thrown: unknown): Error => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const bad = { table, workspaceId: row.workspace_id, key: String(key(row)), error };
    tell(bad);
    return new Error(`${table} ${bad.key} of workspace ${bad.workspaceId}: ${error.message}`, {
      cause: error,
    });
  };
  const decoded = (row: Row): T => {
    try {
      return decode(row);
    } catch (error) {
      throw new Damaged(complain(row, error));
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
          complain(row, error);
        }
      }
      return read;
    },
  };
}

/**
 * A page of rows, of which one more than `limit` was asked for, as what they stand for. It goes on after its last
 * row, be that one readable or not: a page may hold fewer than were asked for, or none, and others follow.
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

/** Bad rows that are remembered as told; more are not told of: by then it is known that there are some. */
const MAX_TOLD = 1_000;

/** Tells of each row once, however often it is asked for. */
export function reportedOnce(tell: BadRowListener): BadRowListener {
  const told = new Set<string>();
  return (row) => {
    const id = JSON.stringify([row.table, row.workspaceId, row.key]);
    if (told.has(id) || told.size >= MAX_TOLD) return;
    told.add(id);
    tell(row);
  };
}
