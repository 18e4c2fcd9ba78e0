import { sql } from 'kysely';
import type { Schema } from './schema.ts';

export interface TaskView extends Readonly<Schema['tasks']> {
  /** null when there is none to show. */
  assignee_name: string | null;
  /** null when there is none to show. */
  project_title: string | null;
  /** [[id, name, color], …] by name. */
  labels: string;
  blocked: number;
}

// CROSS JOIN keeps SQLite from turning a join around: it would read all labels of the workspace for each task.
/**
 * What a task shows: its row, and what it mentions as that is now. Reads `t`, a row of tasks. What has been
 * removed is not mentioned, though the row may still name it; but closed tasks keep the name of their assignee.
 */
export const TASK_VIEW = sql`
  t.*, m.name AS assignee_name, p.title AS project_title,
  (SELECT json_group_array(json_array(id, name, color)) FROM (
    SELECT l.id, l.name, l.color FROM task_labels tl
    CROSS JOIN labels l ON l.workspace_id = tl.workspace_id AND l.id = tl.label_id AND l.removed = 0
    WHERE tl.workspace_id = t.workspace_id AND tl.number = t.number ORDER BY l.name_key)) AS labels,
  EXISTS (
    SELECT 1 FROM relations r CROSS JOIN tasks b ON b.workspace_id = r.workspace_id AND b.number = r.from_number
    WHERE r.workspace_id = t.workspace_id AND r.to_number = t.number AND r.kind = 'blocks'
      AND b.status NOT IN ('done', 'canceled')) AS blocked`;

export const TASK_JOINS = sql`
  LEFT JOIN members m ON m.workspace_id = t.workspace_id AND m.id = t.assignee_id
    AND (m.deleted = 0 OR t.status IN ('done', 'canceled'))
  LEFT JOIN projects p ON p.workspace_id = t.workspace_id AND p.id = t.project_id AND p.archived < 2`;
