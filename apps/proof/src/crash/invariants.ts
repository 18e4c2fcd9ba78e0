import type { Rows } from './rows.ts';

/**
 * Invariants that hold after any crash: each query finds nothing in a consistent database. There is only one workspace,
 * so an index that starts with it does not narrow anything; a `+` makes SQLite build one on the column that is looked
 * up.
 */
const NEVER: Readonly<Record<string, string>> = {
  'a task without exactly one entry of its creation': withoutOneCreation('tasks', 'task'),
  'activity of a task that is not there': `
    SELECT seq FROM events WHERE entity_type = 'task' AND entity_id NOT IN (SELECT id FROM tasks)`,
  'a move that does not begin where the last one ended': `
    SELECT * FROM (
      SELECT entity_id, old_value,
        lag(new_value, 1, 'todo') OVER (PARTITION BY entity_id ORDER BY seq) AS before
      FROM events WHERE action = 'transitioned'
    ) WHERE before <> old_value`,
  'a task that is not where its last move ended': `
    SELECT number FROM tasks t LEFT JOIN (
      SELECT entity_id, new_value, row_number() OVER (PARTITION BY entity_id ORDER BY seq DESC) AS back
      FROM events WHERE action = 'transitioned'
    ) m ON m.entity_id = t.id AND m.back = 1
    WHERE t.status <> coalesce(m.new_value, 'todo')`,
  'a task whose key is not kept with it, or a key that is kept without its task': `
    SELECT id FROM tasks WHERE id NOT IN (${madeAt('POST /api/v1/tasks')})
    UNION ALL SELECT id FROM (${madeAt('POST /api/v1/tasks')}) WHERE id NOT IN (SELECT id FROM tasks)`,
  'a file whose key is not kept with it, or a key that is kept without its file': `
    SELECT id FROM files WHERE id NOT IN (${madeAt('POST /api/v1/files')})
    UNION ALL SELECT id FROM (${madeAt('POST /api/v1/files')}) WHERE id NOT IN (SELECT id FROM files)`,
  'a comment without an entry of it, or an entry without the comment': unequal('comments', 'commented'),
  'an attachment without an entry of it, or an entry without the attachment': unequal(
    'attachments',
    'attached',
  ),
  'a move of which the creator of the task was not told exactly once': `
    SELECT e.seq FROM events e
    LEFT JOIN tasks t ON t.workspace_id = e.workspace_id AND t.id = e.entity_id
    LEFT JOIN notifications n ON n.workspace_id = e.workspace_id AND n.member_id = t.creator_id
      AND n.seq = e.seq AND n.number = t.number
    WHERE e.action = 'transitioned' GROUP BY e.seq HAVING count(n.seq) <> 1`,
  'a tag that is not filed as its task is': `
    SELECT t.number FROM tasks t LEFT JOIN task_tags g USING (workspace_id, number)
    WHERE g.tag IS NOT 'load' OR g.status <> t.status OR g.archived <> t.archived`,
  'task numbers with gaps, or a sequence that is not at the last': `
    SELECT * FROM (SELECT count(*) AS n, coalesce(max(number), 0) AS last,
      coalesce((SELECT value FROM sequences WHERE name = 'task'), 0) AS drawn FROM tasks)
    WHERE n <> last OR drawn <> last`,
  'a gap in the log': `
    SELECT * FROM (
      SELECT count(*) AS n, coalesce(max(seq), 0) - kept AS last
      FROM (SELECT w.id, coalesce(l.kept_after, 0) AS kept
            FROM workspaces w LEFT JOIN event_logs l ON l.workspace_id = w.id) w
      JOIN events e ON e.workspace_id = w.id AND e.seq > w.kept GROUP BY w.id
    ) WHERE n <> last`,
  'an event that is shown as another number of entries than it has': `
    SELECT seq FROM events WHERE entries NOT IN (0, 1 + json_array_length(coalesce(more_changes, '[]')))
      OR (entries = 0) <> (entity_type = 'chat' OR action IN ('claimed', 'released', 'claim_expired'))`,
  'a chat without exactly one event of its creation': withoutOneCreation('chats', 'chat'),
  'a turn of whose state no event tells': `
    SELECT id, 'turn.' || state FROM turns
    EXCEPT SELECT json_extract(related, '$.turnId'), action FROM events WHERE entity_type = 'chat'`,
  'a row that is ahead of its sequence': `
    SELECT * FROM (
      SELECT seq FROM messages UNION ALL SELECT seq FROM turns
      UNION ALL SELECT seq FROM comments UNION ALL SELECT seq FROM attachments UNION ALL SELECT seq FROM chats
    ) WHERE seq > (SELECT value FROM sequences WHERE name = 'row')`,
  'a key that sent more than one message': `
    SELECT client_message_id FROM messages WHERE client_message_id IS NOT NULL
    GROUP BY client_message_id HAVING count(*) > 1`,
  'a message whose key is not remembered': `
    SELECT m.id FROM messages m LEFT JOIN idempotency_keys r ON +r.workspace_id = m.workspace_id AND r.message_id = m.id
    WHERE m.client_message_id IS NOT r.key`,
  'a message of a person without exactly one turn': `
    SELECT m.id FROM messages m LEFT JOIN turns t ON t.workspace_id = m.workspace_id AND t.chat_id = m.chat_id
      AND t.human_message_id = m.id
    WHERE m.role = 'human' GROUP BY m.id HAVING count(t.id) <> 1 OR max(t.id) IS NOT m.turn_id`,
  'a turn in a state that there is not': `
    SELECT id FROM turns WHERE NOT (
      (status = 'pending' AND state IN ('queued', 'running')
        AND completed_at IS NULL AND reply_message_id IS NULL AND error_code IS NULL)
      OR (status = 'complete' AND state = 'completed'
        AND completed_at IS NOT NULL AND reply_message_id IS NOT NULL AND error_code IS NULL)
      OR (status = 'failed' AND state = 'failed'
        AND completed_at IS NOT NULL AND reply_message_id IS NULL AND error_code IS NOT NULL))`,
  'a turn whose reply is not in its chat': `
    SELECT t.id FROM turns t
    LEFT JOIN messages m ON m.workspace_id = t.workspace_id AND m.id = t.reply_message_id
      AND m.chat_id = t.chat_id AND m.role = 'assistant'
    WHERE t.status = 'complete' AND m.id IS NULL`,
  'a reply that no turn, or more than one, has': `
    SELECT m.id FROM messages m LEFT JOIN turns t ON t.workspace_id = m.workspace_id AND t.chat_id = m.chat_id
      AND t.reply_message_id = m.id
    WHERE m.role = 'assistant' GROUP BY m.id HAVING count(t.id) <> 1`,
  'a chat that counts its messages wrongly': `
    SELECT c.id FROM chats c LEFT JOIN messages m ON m.workspace_id = c.workspace_id AND m.chat_id = c.id
    GROUP BY c.id HAVING count(m.id) <> c.message_count OR max(m.created_at) <> c.last_message_at`,
  'a count of the tasks of a project that is wrong': differing(
    'project_tasks',
    `SELECT project_id, status, count(*) FROM tasks
     WHERE archived = 0 AND project_id IS NOT NULL GROUP BY 1, 2`,
  ),
  'a count of the activity of an agent that is wrong': differing(
    'agent_events',
    `SELECT coalesce(CASE actor_type WHEN 'agent' THEN actor_id END, entity_id), '', sum(entries) FROM events
     WHERE entries > 0 AND (actor_type = 'agent' OR entity_type = 'agent') GROUP BY 1`,
  ),
  'a count of the members that is wrong': differing(
    'members',
    `SELECT type, coalesce(status, role), count(*) FROM members WHERE deleted = 0 GROUP BY 1, 2`,
  ),
};

/** The ids of resources created at a path, according to stored responses of requests with a key. */
function madeAt(request: string): string {
  return `SELECT json_extract(body, '$.id') AS id FROM answers WHERE request = '${request}'`;
}

/** Rows of a table with no creation event, or several. Reads the log once instead of once per row. */
function withoutOneCreation(table: string, entityType: string): string {
  return `SELECT t.id FROM ${table} t LEFT JOIN (
      SELECT workspace_id, entity_id AS id, count(*) AS n FROM events
      WHERE entity_type = '${entityType}' AND action = 'created' GROUP BY 1, 2
    ) e USING (workspace_id, id)
    WHERE e.n IS NOT 1`;
}

/** Tasks with more or fewer rows in a table than log entries of an action. */
function unequal(table: string, action: string): string {
  return `SELECT id, sum(n) FROM (
      SELECT t.id, 1 AS n FROM ${table} JOIN tasks t USING (workspace_id, number)
      UNION ALL SELECT entity_id, -1 FROM events WHERE action = '${action}'
    ) GROUP BY id HAVING sum(n) <> 0`;
}

/** Stored counts that differ from the actual ones. */
function differing(kind: string, counted: string): string {
  const stored = `SELECT owner, bucket, n FROM counts WHERE kind = '${kind}' AND n <> 0`;
  return `SELECT * FROM (${stored} EXCEPT ${counted}) UNION ALL SELECT * FROM (${counted} EXCEPT ${stored})`;
}

/** The problems of a database, no matter which process wrote to it; a sentence each. */
export function invariantProblems(rows: Rows): string[] {
  const problems = Object.entries(NEVER).flatMap(([what, sql]) => {
    const found = rows(sql);
    return found.length === 0 ? [] : [`${what}: ${JSON.stringify(found.slice(0, 3))}`];
  });
  const integrity = rows<{ integrity_check: string }>('PRAGMA integrity_check');
  if (integrity.length !== 1 || integrity[0]?.integrity_check !== 'ok') {
    problems.push(`integrity_check: ${JSON.stringify(integrity.slice(0, 3))}`);
  }
  const foreign = rows('PRAGMA foreign_key_check');
  if (foreign.length > 0) problems.push(`foreign_key_check: ${JSON.stringify(foreign.slice(0, 3))}`);
  return problems;
}
