import { sql } from 'kysely';
import type { RowOf } from '../../connection.ts';
import { idIn, JOIN_IN_ORDER, jsonRows } from '../../dialect.ts';
import { WS } from '../../query.ts';
import { CLAIM_JSON } from '../claims/view.ts';
import type { Schema } from '../schema.ts';

export interface TaskView extends Readonly<Schema['tasks']> {
  /** Null if there is none to show. */
  assignee_name: string | null;
  /** Null if there is none to show. */
  project_title: string | null;
  /** [[id, name, color], …] by name; null if there are none. */
  labels: string | null;
  /** The current name of the member that a waiting task waits for; null if none. */
  waiting_who: string | null;
  /** JSON of the claim that has not ended. */
  claim: string | null;
}

// CROSS JOIN keeps SQLite from reordering: it would read all labels of the workspace for each task.
/**
 * A task's row with its references resolved to their current names. Reads `t`, a row of tasks. Removed entities are
 * omitted even while the row names them, except the assignees of closed tasks.
 */
export const TASK_VIEW = sql`
  t.workspace_id, t.number, t.id, t.title, t.description, t.status, t.priority, t.assignee_id, t.project_id,
  t.creator_id, t.tags, t.effort, t.due_date, t.completed_at, t.archived, t.created_at, t.updated_at,
  t.open_blockers, t.attempts, t.failures, t.not_before, t.back_to, t.touched_at, t.started_at, t.waiting_for,
  t.from_agent,
  m.name AS assignee_name, p.title AS project_title,
  CASE WHEN EXISTS (SELECT 1 FROM task_labels tl WHERE tl.workspace_id = ${WS} AND tl.number = t.number) THEN
    ${jsonRows(
      ['l.id', 'l.name', 'l.color'],
      sql`FROM task_labels tl
        ${JOIN_IN_ORDER} labels l ON l.workspace_id = tl.workspace_id AND l.id = tl.label_id AND l.removed = 0
        WHERE tl.workspace_id = ${WS} AND tl.number = t.number`,
      'l.name_key',
    )} END AS labels,
  CASE t.status WHEN 'waiting' THEN (
    SELECT w.name FROM members w WHERE w.workspace_id = ${WS}
      AND w.id = ${idIn('t.waiting_for', 'who')} AND w.deleted = 0) END AS waiting_who,
  CASE t.status WHEN 'in_progress' THEN (
    SELECT ${CLAIM_JSON} FROM claims k
    LEFT JOIN members a ON a.workspace_id = k.workspace_id AND a.id = k.agent_id
    WHERE k.workspace_id = ${WS} AND k.number = t.number AND k.ended_at IS NULL) END AS claim`;

/** The columns of TASK_VIEW, in order. */
type Columns = readonly [
  'workspace_id',
  'number',
  'id',
  'title',
  'description',
  'status',
  'priority',
  'assignee_id',
  'project_id',
  'creator_id',
  'tags',
  'effort',
  'due_date',
  'completed_at',
  'archived',
  'created_at',
  'updated_at',
  'open_blockers',
  'attempts',
  'failures',
  'not_before',
  'back_to',
  'touched_at',
  'started_at',
  'waiting_for',
  'from_agent',
  'assignee_name',
  'project_title',
  'labels',
  'waiting_who',
  'claim',
];
type ValuesOf<Names extends readonly (keyof TaskView)[]> = {
  readonly [I in keyof Names]: TaskView[Names[I]];
};

/** Most reads are tasks. V8 builds these object literals ten times as fast as objects keyed at run time. */
export const taskView: RowOf<TaskView> = (values) => {
  const v = values as unknown as ValuesOf<Columns>;
  return {
    workspace_id: v[0],
    number: v[1],
    id: v[2],
    title: v[3],
    description: v[4],
    status: v[5],
    priority: v[6],
    assignee_id: v[7],
    project_id: v[8],
    creator_id: v[9],
    tags: v[10],
    effort: v[11],
    due_date: v[12],
    completed_at: v[13],
    archived: v[14],
    created_at: v[15],
    updated_at: v[16],
    open_blockers: v[17],
    attempts: v[18],
    failures: v[19],
    not_before: v[20],
    back_to: v[21],
    touched_at: v[22],
    started_at: v[23],
    waiting_for: v[24],
    from_agent: v[25],
    assignee_name: v[26],
    project_title: v[27],
    labels: v[28],
    waiting_who: v[29],
    claim: v[30],
  };
};

export const TASK_JOINS = sql`
  LEFT JOIN members m ON m.workspace_id = t.workspace_id AND m.id = t.assignee_id
    AND (m.deleted = 0 OR t.status IN ('done', 'canceled'))
  LEFT JOIN projects p ON p.workspace_id = t.workspace_id AND p.id = t.project_id AND p.archived < 2`;
