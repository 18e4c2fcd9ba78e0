import type { Page, PageSlice, Position } from '@tandem/core';
import type { Truncated } from './connection.ts';
import { type Reading, readPage } from './reading.ts';

/** A numeric list position; 0 for a malformed one (a client has edited the cursor). */
export const seqAt = (after: Position): number => {
  const seq = Number(after);
  return Number.isSafeInteger(seq) ? seq : 0;
};

/** The sequence number below which a newest-first list continues. */
export const below = (after: PageSlice['after']): number =>
  after === undefined ? Number.MAX_SAFE_INTEGER : seqAt(after);

/** A decoded page of rows ordered by `seq`, from a query that fetched `limit + 1`. */
export const decodedPage = <Row extends { readonly seq: number }, T>(
  few: Truncated<Row>,
  limit: number,
  reading: Reading<Row, T>,
): Page<T> => readPage(few, limit, ({ seq }) => seq, reading);
