import type { Page, PageSlice } from '@tandem/core';
import { type Reading, readPage } from './reading.ts';

/** Where a list that is newest first goes on: below this number. */
export const below = (after: PageSlice['after']): number =>
  after === undefined ? Number.MAX_SAFE_INTEGER : Number(after);

/** A page of rows in the order of `seq`, of which one more than `limit` was fetched, as what they stand for. */
export const decodedPage = <Row extends { readonly seq: number }, T>(
  rows: readonly Row[],
  limit: number,
  reading: Reading<Row, T>,
): Page<T> => readPage(rows, limit, ({ seq }) => seq, reading);
