import type { Page, PageSlice, Position } from '@tandem/core';
import type { Truncated } from './connection.ts';
import { type Reading, readPage } from './reading.ts';

/** A position in a list that goes by numbers; 0 for what is none: somebody has changed a cursor. */
export const seqAt = (after: Position): number => {
  const seq = Number(after);
  return Number.isSafeInteger(seq) ? seq : 0;
};

/** Where a list that is newest first goes on: below this number. */
export const below = (after: PageSlice['after']): number =>
  after === undefined ? Number.MAX_SAFE_INTEGER : seqAt(after);

/** A page of rows in the order of `seq`, of which one more than `limit` was fetched, as what they stand for. */
export const decodedPage = <Row extends { readonly seq: number }, T>(
  few: Truncated<Row>,
  limit: number,
  reading: Reading<Row, T>,
): Page<T> => readPage(few, limit, ({ seq }) => seq, reading);
