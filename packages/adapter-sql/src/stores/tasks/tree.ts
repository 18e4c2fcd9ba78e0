import { holdsDescendants, isOpen, type Task } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../connection.ts';
import { JOIN_IN_ORDER, textsAs } from '../../dialect.ts';
import { type Query, query } from '../../query.ts';

/*
 * The columns of a task that depend on its place in a tree: the counts of its children, and whether an ancestor or its import holds it.
 */

/** SQL for `holdsDescendants` of the core, and for a task whose import is not finished. */
export const HOLDS = (row: string) =>
  sql.raw(
    `(${row}.from_import = 2 OR ${row}.over_budget = 1 OR ${row}.archived > 0 OR ${row}.open_blockers > 0 OR ${row}.status IN ('backlog', 'canceled'))`,
  );

type Of = { readonly ws: string; readonly number: number };

/**
 * Sets `held` again for some tasks and all below them: for each of these tasks from its ancestors, then downwards. A
 * change of a task that holds its descendants touches at most the tasks of its tree.
 */
const setHeld = <P extends { readonly ws: string }>(starts: (p: P) => RawBuilder<unknown>) =>
  query(
    (p: P) => sql`
      WITH RECURSIVE starts (number, parent_number, from_import) AS (${starts(p)}),
      above (start, number) AS (
        SELECT s.number, s.parent_number FROM starts s WHERE s.parent_number IS NOT NULL
        UNION
        SELECT a.start, t.parent_number FROM above a
        ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = a.number
        WHERE t.parent_number IS NOT NULL
      ),
      tree (number, held) AS (
        SELECT s.number, CASE WHEN s.from_import = 2 OR EXISTS (
          SELECT 1 FROM above a ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = a.number
          WHERE a.start = s.number AND ${HOLDS('t')}) THEN 1 ELSE 0 END
        FROM starts s
        UNION
        SELECT c.number, CASE WHEN c.from_import = 2 OR e.held = 1 OR ${HOLDS('t')} THEN 1 ELSE 0 END FROM tree e
        ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = e.number
        ${JOIN_IN_ORDER} tasks c ON c.workspace_id = ${p.ws} AND c.parent_number = e.number
      )
      UPDATE tasks SET held = 1 - held
      WHERE workspace_id = ${p.ws} AND number IN (
        SELECT e.number FROM tree e
        ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = e.number WHERE t.held <> e.held)`,
  );

const OF_TASK = setHeld(
  (p: Of) => sql`
    SELECT number, parent_number, from_import FROM tasks WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);

/** For the tasks with children that a task blocks. */
const OF_BLOCKED = setHeld(
  (p: Of) => sql`
    SELECT t.number, t.parent_number, t.from_import FROM relations r
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = r.workspace_id AND t.number = r.to_number
    WHERE r.workspace_id = ${p.ws} AND r.from_number = ${p.number} AND r.kind = 'blocks' AND EXISTS (
      SELECT 1 FROM tasks c WHERE c.workspace_id = ${p.ws} AND c.parent_number = t.number)`,
);

type Numbers = { readonly ws: string; readonly numbers: string };

const RELEASE = query(
  (p: Numbers) => sql`
    UPDATE tasks SET from_import = 1 WHERE workspace_id = ${p.ws} AND from_import = 2 AND number IN (
      SELECT CAST(value AS BIGINT) FROM ${textsAs('given', p.numbers)})`,
);
const OF_RELEASED = setHeld(
  (p: Numbers) => sql`
    SELECT t.number, t.parent_number, t.from_import FROM ${textsAs('given', p.numbers)}
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = CAST(given.value AS BIGINT)`,
);

/** For tasks whose import is finished. */
export function releaseImported(on: Connection, ws: string, numbers: readonly number[]): void {
  if (numbers.length === 0) return;
  const given = { ws, numbers: JSON.stringify(numbers) };
  RELEASE.run(on, given);
  OF_RELEASED.run(on, given);
}

const HAS_CHILD = query(
  (p: Of) => sql`SELECT 1 FROM tasks WHERE workspace_id = ${p.ws} AND parent_number = ${p.number} LIMIT 1`,
);

/** For a task that has just been inserted, with nothing below it. */
const OF_NEW = query(
  (p: Of & { parent: number }) => sql`
    UPDATE tasks SET held = 1 WHERE workspace_id = ${p.ws} AND number = ${p.number} AND EXISTS (
      SELECT 1 FROM tasks p
      WHERE p.workspace_id = ${p.ws} AND p.number = ${p.parent} AND (p.held = 1 OR ${HOLDS('p')}))`,
);

const BLOCKS = query(
  (p: Of) => sql`
    SELECT 1 FROM relations WHERE workspace_id = ${p.ws} AND from_number = ${p.number} AND kind = 'blocks' LIMIT 1`,
);

/** Adds or subtracts a task in the blocker counts of the tasks that it blocks. */
const COUNT_AS_BLOCKER = query(
  (p: Of & { by: number }) => sql`
    UPDATE tasks SET open_blockers = open_blockers + ${p.by}
    WHERE workspace_id = ${p.ws} AND number IN (
      SELECT to_number FROM relations
      WHERE workspace_id = ${p.ws} AND from_number = ${p.number} AND kind = 'blocks')`,
);

/** Whether a look-up finds a row. Without SQLite always true: waiting for the answer costs more than it saves. */
const mayFind = (on: Connection, lookUp: Query<Of, unknown>, at: Of): boolean =>
  on.dialect !== 'sqlite' || lookUp.get(on, at) !== undefined;

/** Updates the descendants of a task that starts or stops keeping them from being handed out. */
export function updateHeldBelow(on: Connection, at: Of): void {
  if (mayFind(on, HAS_CHILD, at)) OF_TASK.run(on, at);
}

/** Updates the tasks that a task blocks after it was opened, or closed or removed. */
export function updateBlocked(on: Connection, at: Of, by: 1 | -1): void {
  if (!mayFind(on, BLOCKS, at)) return;
  COUNT_AS_BLOCKER.run(on, { ...at, by });
  OF_BLOCKED.run(on, at);
}

const COUNT = query(
  (p: Of & { open: number; done: number; canceled: number }) => sql`
    UPDATE tasks SET open_children = open_children + ${p.open}, done_children = done_children + ${p.done},
      canceled_children = canceled_children + ${p.canceled}
    WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);

type Counted = 'open' | 'done' | 'canceled';

/** Updates the counts of the parents of a task, in one statement if there is only one. */
function count(on: Connection, ws: string, changes: readonly (readonly [Task | null, 1 | -1])[]): void {
  const added = new Map<number, Record<Counted, number>>();
  for (const [task, by] of changes) {
    if (!task?.parent || task.archived) continue;
    const { taskNumber } = task.parent;
    const counts = added.get(taskNumber) ?? { open: 0, done: 0, canceled: 0 };
    counts[isOpen(task.status) ? 'open' : (task.status as Counted)] += by;
    added.set(taskNumber, counts);
  }
  for (const [number, counts] of added) COUNT.run(on, { ws, number, ...counts });
}

const bucketOf = ({ parent, archived, status }: Task) =>
  parent && !archived ? `${parent.taskNumber} ${isOpen(status) ? 'open' : status}` : '';

/** Call it after the row of a task has been inserted or updated, or before it is marked as removed. */
export function updateTree(on: Connection, ws: string, after: Task | null, before: Task | null): void {
  if ((after && bucketOf(after)) !== (before && bucketOf(before))) {
    count(on, ws, [
      [before, -1],
      [after, 1],
    ]);
  }
  if (!after) return;
  const at = { ws, number: after.taskNumber };
  const parent = after.parent?.taskNumber;
  if (before === null) {
    if (parent !== undefined) OF_NEW.run(on, { ...at, parent });
  } else if (parent !== before.parent?.taskNumber) OF_TASK.run(on, at);
  else if (holdsDescendants(after) !== holdsDescendants(before)) updateHeldBelow(on, at);
}
