import { type RawBuilder, sql } from 'kysely';
import type { RowOf } from '../../connection.ts';
import { idIn, JOIN_IN_ORDER, jsonArray, jsonRows } from '../../dialect.ts';
import { rowOf } from '../../entity.ts';
import { WS } from '../../query.ts';
import { CLAIM_JSON } from '../claims/view.ts';
import type { Schema } from '../schema.ts';
import { tasks } from './tables.ts';

type Column = Exclude<keyof Schema['tasks'], 'usage'>;

export interface TaskView extends Readonly<Pick<Schema['tasks'], Column>> {
  /** Null if there is none to show. */
  assignee_name: string | null;
  /** Null if there is none to show. */
  project_title: string | null;
  /** Null without a parent. */
  parent_id: string | null;
  parent_title: string | null;
  /** [[id, name, color], …] by name; null if there are none. */
  labels: string | null;
  /** The current name of the member that a waiting task waits for; null if none. */
  waiting_who: string | null;
  waiting_who_id: string | null;
  /** JSON of the claim that has not ended. */
  claim: string | null;
}

/** Columns of features that most tasks don't use, where they are NULL or 0. */
const UNUSED_NULL = [
  'external_id',
  'external_url',
  'metadata',
  'waiting_for',
  'parent_number',
  'budget',
  'rank',
  'not_before',
  'back_to',
  'woken_by',
] as const satisfies readonly Column[];
const UNUSED_0 = [
  'failures',
  'open_children',
  'done_children',
  'canceled_children',
  'held',
  'over_budget',
  'from_import',
] as const satisfies readonly Column[];
const RARE: readonly Column[] = [...UNUSED_NULL, ...UNUSED_0];
const COMMON = (Object.keys(tasks.columns) as Column[]).filter(
  (column) => (column as string) !== 'usage' && !RARE.includes(column),
);

const column = (name: Column) => sql.ref(`t.${name}`);
const waitingWho = (of: RawBuilder<unknown>) => sql`
  CASE t.status WHEN 'waiting' THEN (
    SELECT ${of} FROM members w WHERE w.workspace_id = ${WS} AND w.id = ${idIn('t.waiting_for', 'who')}
      AND (w.deleted = 0 OR w.merged_into IS NOT NULL)) END`;
const IS_PLAIN = sql.join(
  [
    ...UNUSED_NULL.map((name) => sql`${column(name)} IS NULL`),
    ...UNUSED_0.map((name) => sql`${column(name)} = 0`),
  ],
  sql` AND `,
);

// CROSS JOIN keeps SQLite from reordering: it would read all labels of the workspace for each task.
/**
 * A task's row with its references resolved to their current names. Reads `t`, a row of tasks. Removed entities
 * are omitted even while the row still refers to them, except the assignees of closed tasks. The last column
 * has the rarely used ones, as JSON: the driver takes as long for a NULL as for a value.
 */
export const TASK_VIEW = sql`
  ${sql.join(COMMON.map(column))}, m.name AS assignee_name, p.title AS project_title,
  CASE WHEN EXISTS (SELECT 1 FROM task_labels tl WHERE tl.workspace_id = ${WS} AND tl.number = t.number) THEN
    ${jsonRows(
      ['l.id', 'l.name', 'l.color'],
      sql`FROM task_labels tl
        ${JOIN_IN_ORDER} labels l ON l.workspace_id = tl.workspace_id AND l.id = tl.label_id AND l.removed = 0
        WHERE tl.workspace_id = ${WS} AND tl.number = t.number`,
      'l.name_key',
    )} END AS labels,
  CASE t.status WHEN 'in_progress' THEN (
    SELECT ${CLAIM_JSON} FROM claims k
    LEFT JOIN members a ON a.workspace_id = k.workspace_id AND a.id = k.agent_id
    WHERE k.workspace_id = ${WS} AND k.number = t.number AND k.ended_at IS NULL) END AS claim,
  CASE WHEN ${IS_PLAIN} THEN NULL
    ELSE ${jsonArray(
      ...RARE.map(column),
      sql.ref('u.id'),
      sql.ref('u.title'),
      waitingWho(sql`w.name`),
      waitingWho(sql`COALESCE(w.merged_into, w.id)`),
    )} END AS rare`;

/** Most reads are tasks. */
export const taskView: RowOf<TaskView> = rowOf<TaskView>(
  [...COMMON, 'assignee_name', 'project_title', 'labels', 'claim'],
  {
    ...Object.fromEntries(UNUSED_NULL.map((name) => [name, null])),
    ...Object.fromEntries(UNUSED_0.map((name) => [name, 0])),
    parent_id: null,
    parent_title: null,
    waiting_who: null,
    waiting_who_id: null,
  },
);

export const TASK_JOINS = sql`
  LEFT JOIN members m ON m.workspace_id = t.workspace_id AND m.id = t.assignee_id
    AND (m.deleted = 0 OR t.status IN ('done', 'canceled'))
  LEFT JOIN projects p ON p.workspace_id = t.workspace_id AND p.id = t.project_id AND p.archived < 2
  LEFT JOIN tasks u ON u.workspace_id = t.workspace_id AND u.number = t.parent_number`;
