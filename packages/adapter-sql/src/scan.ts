import type { Page, PageSlice } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import type { RowOf } from './connection.ts';
import { query } from './query.ts';
import { reading, readPage } from './reading.ts';
import type { Session } from './session.ts';

/** Reads all rows of a type, a page at a time, in the order of an index. */
export type Scan<T> = (session: Session, page: PageSlice) => Promise<Page<T>>;

interface ScanOf<View, T> {
  readonly table: string;
  /** Up to the conditions. The scanned table is `alias`. */
  readonly select: RawBuilder<unknown>;
  readonly alias: string;
  /** The columns of the order after the workspace, each with a value below all others. */
  readonly key: Readonly<Record<string, string | number>>;
  /** More conditions, beginning with AND. */
  readonly where?: RawBuilder<unknown>;
  /** Makes the rows; by default they are keyed by column name. */
  readonly make?: RowOf<View>;
  readonly decode: (row: View) => T;
}

type Values = { readonly ws: string; readonly limit: number } & Readonly<Record<string, string | number>>;

export function scanOf<View extends { readonly workspace_id: string }, T>({
  table,
  select,
  alias,
  key,
  where = sql``,
  make,
  decode,
}: ScanOf<View, T>): Scan<T> {
  const columns = Object.keys(key);
  const start = Object.values(key);
  const order = sql.raw(columns.map((column) => `${alias}.${column}`).join(', '));
  const PAGE = query(
    (p: Values) => sql<View>`
      ${select} WHERE ${sql.raw(alias)}.workspace_id = ${p.ws} ${where}
        AND (${order}) > (${sql.join(columns.map((column) => p[column]))})
      ORDER BY ${order} LIMIT ${p.limit}`,
    make,
  );
  const keyOf = (row: View) => columns.map((column) => row[column as keyof View] as string | number);
  return async (session, { limit, after }) => {
    const from: readonly (string | number)[] = after === undefined ? start : JSON.parse(String(after));
    const values = Object.fromEntries(columns.map((column, i) => [column, from[i] as string | number]));
    const rows = await PAGE.few(session.connection, {
      ...values,
      ws: session.workspaceId,
      limit: limit + 1,
    } as Values);
    const read = reading(session.reportBadRow, table, (row: View) => keyOf(row).join(' '), decode);
    return readPage(rows, limit, (row) => JSON.stringify(keyOf(row)), read);
  };
}

/** The condition that the task of a row has not been removed. */
export const onTask = (ws: unknown, column = 'number', alias = 'x') => sql`
  AND EXISTS (SELECT 1 FROM tasks o WHERE o.workspace_id = ${ws}
    AND o.number = ${sql.raw(`${alias}.${column}`)} AND o.archived < 2)`;
