import { holdsDescendants, isOpen, type Task } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../connection.ts';
import { JOIN_IN_ORDER } from '../../dialect.ts';
import { query } from '../../query.ts';

/*
 * The columns of a task that depend on its place in a tree: the counts of its children, and whether an ancestor holds it.
 */

/** SQL for `holdsDescendants` of the core. */
export const HOLDS = (row: string) =>
  sql.raw(
    `(${row}.over_budget = 1 OR ${row}.archived > 0 OR ${row}.open_blockers > 0 OR ${row}.status IN ('backlog', 'canceled'))`,
  );

type Of = { readonly ws: string; readonly number: number };

/**
 * Sets `held` again for some tasks and all below them: for each of these tasks from its ancestors, then downwards. A
 * change of a task that holds its descendants touches at most the tasks of its tree.
 */
const setHeld = (starts: (p: Of) => RawBuilder<unknown>) =>
  query(
    (p: Of) => sql`
      WITH RECURSIVE starts (number, parent_number) AS (${starts(p)}),
      above (start, number) AS (
        SELECT s.number, s.parent_number FROM starts s WHERE s.parent_number IS NOT NULL
        UNION
        SELECT a.start, t.parent_number FROM above a
        ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = a.number
        WHERE t.parent_number IS NOT NULL
      ),
      tree (number, held) AS (
        SELECT s.number, CASE WHEN EXISTS (
          SELECT 1 FROM above a ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = a.number
          WHERE a.start = s.number AND ${HOLDS('t')}) THEN 1 ELSE 0 END
        FROM starts s
        UNION
        SELECT c.number, CASE WHEN e.held = 1 OR ${HOLDS('t')} THEN 1 ELSE 0 END FROM tree e
        ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = e.number
        ${JOIN_IN_ORDER} tasks c ON c.workspace_id = ${p.ws} AND c.parent_number = e.number
      )
      UPDATE tasks SET held = 1 - held
      WHERE workspace_id = ${p.ws} AND number IN (
        SELECT e.number FROM tree e
        ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = e.number WHERE t.held <> e.held)`,
  );

const OF_TASK = setHeld(
  (p) => sql`SELECT number, parent_number FROM tasks WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);

/** For the tasks with children that a task blocks. */
const OF_BLOCKED = setHeld(
  (p) => sql`
    SELECT t.number, t.parent_number FROM relations r
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = r.workspace_id AND t.number = r.to_number
    WHERE r.workspace_id = ${p.ws} AND r.from_number = ${p.number} AND r.kind = 'blocks' AND EXISTS (
      SELECT 1 FROM tasks c WHERE c.workspace_id = ${p.ws} AND c.parent_number = t.number)`,
);

export const updateHeld = (on: Connection, at: Of): void => OF_TASK.run(on, at);
export const updateHeldOfBlocked = (on: Connection, at: Of): void => OF_BLOCKED.run(on, at);

const COUNT = query(
  (p: Of & { open: number; done: number; canceled: number }) => sql`
    UPDATE tasks SET open_children = open_children + ${p.open}, done_children = done_children + ${p.done},
      canceled_children = canceled_children + ${p.canceled}
    WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);

/** Adds a task to the counts of its parent, or subtracts it. */
function count(on: Connection, ws: string, { parent, archived, status }: Task, by: 1 | -1): void {
  if (!parent || archived) return;
  COUNT.run(on, {
    ws,
    number: parent.taskNumber,
    open: isOpen(status) ? by : 0,
    done: status === 'done' ? by : 0,
    canceled: status === 'canceled' ? by : 0,
  });
}

const bucketOf = ({ parent, archived, status }: Task) =>
  parent && !archived ? `${parent.taskNumber} ${isOpen(status) ? 'open' : status}` : '';

/** Call it after the row of a task has been inserted or updated, or before it is marked as removed. */
export function updateTree(on: Connection, ws: string, after: Task | null, before: Task | null): void {
  if ((after && bucketOf(after)) !== (before && bucketOf(before))) {
    if (before) count(on, ws, before, -1);
    if (after) count(on, ws, after, 1);
  }
  if (!after) return;
  const isMoved = after.parent?.taskNumber !== before?.parent?.taskNumber;
  const isHolding = before !== null && holdsDescendants(after) !== holdsDescendants(before);
  if (isMoved || isHolding) updateHeld(on, { ws, number: after.taskNumber });
}
