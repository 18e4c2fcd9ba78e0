import { sql } from 'kysely';

/** In the place of a due date that there is not: after all of them. */
export const LAST_DUE = Number.MAX_SAFE_INTEGER;

/** Whether a row of tasks is ready, in the words of the indexes. */
export const isReady = (row: string): string =>
  `${row}.status = 'todo' AND ${row}.archived = 0 AND ${row}.open_blockers = 0 AND ${row}.not_before IS NULL`;
export const DUE = sql.raw(`COALESCE(t.due_date, ${LAST_DUE})`);
