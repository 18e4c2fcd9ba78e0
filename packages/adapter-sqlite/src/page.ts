import { type Page, type PageSlice, pageOf } from '@tandem/core';

/** Where a list that is newest first goes on: below this number. */
export const below = (after: PageSlice['after']): number =>
  after === undefined ? Number.MAX_SAFE_INTEGER : Number(after);

/** A page of rows in the order of `seq`, of which one more than `limit` was fetched, as what they stand for. */
export function decodedPage<Row extends { readonly seq: number }, T>(
  rows: readonly Row[],
  limit: number,
  decode: (row: Row) => T,
): Page<T> {
  const { items, next } = pageOf(rows, limit, ({ seq }) => seq);
  return { items: items.map(decode), next };
}
