/*
 * The SQL that the product runs for the same requests (adapter-sql, stores/tasks), without activity, subscriptions and
 * notifications. Change it with theirs.
 */

const TASK_VIEW = `
  t.*, m.name AS assignee_name, p.title AS project_title,
  CASE WHEN EXISTS (SELECT 1 FROM task_labels tl WHERE tl.workspace_id = t.workspace_id AND tl.number = t.number) THEN
    (SELECT json_group_array(json_array(id, name, color)) FROM (
      SELECT l.id, l.name, l.color FROM task_labels tl
      CROSS JOIN labels l ON l.workspace_id = tl.workspace_id AND l.id = tl.label_id AND l.removed = 0
      WHERE tl.workspace_id = t.workspace_id AND tl.number = t.number ORDER BY l.name_key)) END AS labels,
  t.open_blockers > 0 AS blocked`;

const TASK_JOINS = `
  LEFT JOIN members m ON m.workspace_id = t.workspace_id AND m.id = t.assignee_id
    AND (m.deleted = 0 OR t.status IN ('done', 'canceled'))
  LEFT JOIN projects p ON p.workspace_id = t.workspace_id AND p.id = t.project_id AND p.archived < 2`;

/* `+?`: SQLite may plan by the value of a bare `?`, and then prepares the statement again for each execution. */

export const TASK = `
  SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS} WHERE t.workspace_id = +? AND t.number = +?`;

export const RELATIONS = `
  SELECT r.*, o.number AS other_number, o.title, o.status, m.name AS assignee_name
  FROM (
    SELECT *, to_number AS other FROM relations WHERE workspace_id = +? AND from_number = +?
    UNION ALL
    SELECT *, from_number AS other FROM relations WHERE workspace_id = +? AND to_number = +?
  ) r
  CROSS JOIN tasks o ON o.workspace_id = r.workspace_id AND o.number = r.other
  LEFT JOIN members m ON m.workspace_id = o.workspace_id AND m.id = o.assignee_id
  ORDER BY r.seq`;

export const PAGE = `
  SELECT ${TASK_VIEW}
  FROM (
    SELECT f.number AS number FROM tasks f WHERE f.workspace_id = +? AND f.archived = 0 AND f.number < +?
    ORDER BY number DESC LIMIT +?
  ) page
  CROSS JOIN tasks t ON t.workspace_id = +? AND t.number = page.number ${TASK_JOINS}
  ORDER BY page.number DESC`;

export const NEXT_NUMBER = `
  INSERT INTO sequences (workspace_id, name, value) VALUES (?, 'task', 1)
  ON CONFLICT (workspace_id, name) DO UPDATE SET value = sequences.value + 1
  RETURNING value`;

export const INSERT_TASK = `
  INSERT INTO tasks (workspace_id, number, id, title, description, status, priority, assignee_id,
    project_id, creator_id, tags, effort, due_date, completed_at, archived, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, 'todo', ?, NULL,
    NULL, ?, ?, NULL, NULL, NULL, 0, ?, ?)`;

export const INSERT_TAG = `
  INSERT INTO task_tags (workspace_id, tag, archived, status, number) VALUES (?, ?, 0, 'todo', ?)`;

export const MOVE_TASK = `
  UPDATE tasks SET status = ?, updated_at = ? WHERE workspace_id = ? AND number = ?`;

export const KEY = `
  SELECT workspace_id AS ws, member_id AS creator FROM keys WHERE id = ? AND secret_hash = ?`;
