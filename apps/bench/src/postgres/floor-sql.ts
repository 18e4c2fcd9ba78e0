/* The SQL that the product runs for the same requests on PostgreSQL (adapter-sql), without activity. Change it with theirs. */

const TASK_VIEW = `
  t.*, m.name AS assignee_name, p.title AS project_title,
  CASE WHEN EXISTS (SELECT 1 FROM task_labels tl WHERE tl.workspace_id = $1 AND tl.number = t.number) THEN
    COALESCE((SELECT json_agg(json_build_array(l.id, l.name, l.color) ORDER BY l.name_key)
      FROM task_labels tl
      JOIN labels l ON l.workspace_id = tl.workspace_id AND l.id = tl.label_id AND l.removed = 0
      WHERE tl.workspace_id = $1 AND tl.number = t.number)::text, '[]') END AS labels,
  t.open_blockers > 0 AS blocked`;

const TASK_JOINS = `
  LEFT JOIN members m ON m.workspace_id = t.workspace_id AND m.id = t.assignee_id
    AND (m.deleted = 0 OR t.status IN ('done', 'canceled'))
  LEFT JOIN projects p ON p.workspace_id = t.workspace_id AND p.id = t.project_id AND p.archived < 2`;

export const TASK = `SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS} WHERE t.workspace_id = $1 AND t.number = $2`;

export const RELATIONS = `
  SELECT r.*, o.number AS other_number, o.title, o.status, m.name AS assignee_name
  FROM (
    SELECT *, to_number AS other FROM relations WHERE workspace_id = $1 AND from_number = $2
    UNION ALL
    SELECT *, from_number AS other FROM relations WHERE workspace_id = $1 AND to_number = $2
  ) r
  JOIN tasks o ON o.workspace_id = $1 AND o.number = r.other
  LEFT JOIN members m ON m.workspace_id = o.workspace_id AND m.id = o.assignee_id
  ORDER BY r.seq`;

export const PAGE = `
  SELECT ${TASK_VIEW}
  FROM (
    SELECT f.number AS number FROM tasks f WHERE f.workspace_id = $1 AND f.archived = 0 AND f.number < $2
    ORDER BY number DESC LIMIT $3
  ) page
  JOIN tasks t ON t.workspace_id = $1 AND t.number = page.number ${TASK_JOINS}
  ORDER BY page.number DESC`;

export const NEXT_NUMBER = 'UPDATE heads SET task = task + 1 WHERE workspace_id = $1 RETURNING task';
export const LOCK = 'SELECT task FROM heads WHERE workspace_id = $1 FOR NO KEY UPDATE';

export const INSERT_TASK = `
  INSERT INTO tasks (workspace_id, number, id, title, description, status, priority, assignee_id,
    project_id, creator_id, tags, effort, due_date, completed_at, archived, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, 'todo', $6, NULL,
    NULL, $7, $8, NULL, NULL, NULL, 0, $9, $9)`;

export const INSERT_TAG = `
  INSERT INTO task_tags (workspace_id, tag, archived, status, number) VALUES ($1, $2, 0, 'todo', $3)`;

export const MOVE_TASK = `
  UPDATE tasks SET status = $1, updated_at = $2 WHERE workspace_id = $3 AND number = $4`;

export const WORKSPACE_OF_KEY = `
  SELECT workspace_id AS ws, member_id AS creator FROM keys WHERE id LIKE $1 LIMIT 1`;
