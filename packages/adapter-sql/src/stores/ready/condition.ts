import { sql } from 'kysely';

/** Sort value of a task without due date: after all others. */
export const LAST_DUE = Number.MAX_SAFE_INTEGER;

/** SQL for a ready task; must match the indexes. */
export const isReady = (row: string): string =>
  `${row}.status = 'todo' AND ${row}.archived = 0 AND ${row}.open_blockers = 0 AND ${row}.not_before IS NULL
  AND ${row}.held = 0 AND ${row}.over_budget = 0 AND (${row}.open_children = 0 OR ${row}.woken_by IS NOT NULL)`;
export const DUE = sql.raw(`COALESCE(t.due_date, ${LAST_DUE})`);
