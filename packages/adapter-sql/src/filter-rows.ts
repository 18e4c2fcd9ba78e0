import type { Task } from '@tandem/core';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';
import { query } from './query.ts';

/*
 * The rows of a task's tags, labels and metadata repeat its status and archived flag, so that one index serves a
 * filtered list. A trigger maintains them on SQLite, these statements on PostgreSQL.
 */

interface Values {
  readonly ws: string;
  readonly number: number;
  readonly status: string;
  readonly archived: number;
}
const TABLES = ['task_tags', 'task_labels', 'task_metadata'] as const;
const MOVE = TABLES.map((table) =>
  query(
    (p: Values) => sql`
      UPDATE ${sql.table(table)} SET status = ${p.status}, archived = ${p.archived}
      WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
  ),
);
const HIDE = TABLES.map((table) =>
  query(
    (p: { ws: string; number: number }) => sql`
      UPDATE ${sql.table(table)} SET archived = 2 WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
  ),
);

/** Call it after a task's row has been updated. */
export function updateFilterRows(on: Connection, ws: string, after: Task, before: Task): void {
  if (on.dialect === 'sqlite') return;
  if (after.status === before.status && after.archived === before.archived) return;
  const { taskNumber: number, status } = after;
  const values = { ws, number, status, archived: Number(after.archived) };
  const { tags, labels, metadata } = before;
  for (const [i, { length }] of [tags, labels, Object.keys(metadata)].entries())
    if (length > 0) MOVE[i]?.run(on, values);
}

/** Call it after a task has been marked as removed. */
export function removeFilterRows(
  on: Connection,
  task: { readonly ws: string; readonly number: number },
): void {
  if (on.dialect === 'sqlite') return;
  for (const hide of HIDE) hide.run(on, task);
}
