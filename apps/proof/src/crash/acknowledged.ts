import { type Entry, type Kind, ofKind, type Writes } from './ledger.ts';
import { HERE, type Rows } from './rows.ts';
import { taskHistories } from './task-history.ts';

/** Ledger entries that are missing or different in the database, a sentence each. */
export function acknowledgedProblems(entries: readonly Entry[], rows: Rows): string[] {
  return [
    ...taskHistories(entries, rows),
    ...missing(
      'comment',
      `SELECT 1 FROM comments WHERE ${HERE} AND id = ? AND body = ?`,
      ({ asked, answer }) => [answer.id, asked.body],
    ),
    ...missing(
      'upload',
      `SELECT 1 FROM files WHERE ${HERE} AND id = ? AND size = ? AND sha256 = ?`,
      (entry) => [entry.answer.id, entry.asked.size, entry.asked.sha256],
    ),
    ...missing(
      'attach',
      `SELECT 1 FROM attachments WHERE ${HERE} AND id = ? AND file_id = ?`,
      ({ asked, answer }) => [answer.id, asked.file],
    ),
    ...missing(
      'message',
      `SELECT 1 FROM messages m
       JOIN turns t USING (workspace_id)
       JOIN idempotency_keys r USING (workspace_id)
       WHERE ${HERE} AND t.id = m.turn_id AND t.human_message_id = m.id
         AND r.message_id = m.id AND r.key = m.client_message_id
         AND m.id = ? AND m.chat_id = ? AND t.id = ? AND m.client_message_id = ? AND m.body = ?`,
      ({ asked, answer }) => [answer.message, answer.chat, answer.turn, asked.key, asked.body],
    ),
    ...missing(
      'claim',
      `SELECT 1 FROM turns WHERE ${HERE} AND id = ? AND lease_token = ? AND claims > 0 AND state <> 'queued'`,
      ({ answer }) => [answer.turn, answer.token],
    ),
    ...missing(
      'reply',
      `SELECT 1 FROM turns t JOIN messages m USING (workspace_id)
       WHERE ${HERE} AND m.id = t.reply_message_id
         AND t.id = ? AND t.status = 'complete' AND m.id = ? AND m.body = ?`,
      ({ asked, answer }) => [asked.turn, answer.message, asked.body],
    ),
    ...missing(
      'fail',
      `SELECT 1 FROM turns WHERE ${HERE} AND id = ? AND status = 'failed' AND error_code = ?`,
      ({ asked }) => [asked.turn, asked.errorCode],
    ),
  ];

  function missing<K extends Kind>(
    kind: K,
    sql: string,
    parameters: (entry: { asked: Writes[K]['asked']; answer: Writes[K]['answer'] }) => unknown[],
  ): string[] {
    return ofKind(entries, kind).flatMap(({ asked, answer }) =>
      answer === null || rows(sql, ...parameters({ asked, answer })).length === 1
        ? []
        : [`lost: ${kind} ${JSON.stringify({ asked, answer })}`],
    );
  }
}

/**
 * Compares all writes sent with the database, by names that only one write uses: every acknowledged write is there,
 * none is there twice, and there is nothing that was never sent. Needs the whole ledger.
 */
export function balanceProblems(entries: readonly Entry[], rows: Rows): string[] {
  const column = (sql: string) => rows<{ name: string }>(sql).map(({ name }) => name);
  return [
    ...balance(
      'task',
      ({ title }) => title,
      `SELECT entity_title AS name FROM events WHERE entity_type = 'task' AND action = 'created'`,
    ),
    ...balance('comment', ({ body }) => body, 'SELECT body AS name FROM comments'),
    ...balance('upload', ({ fileName }) => fileName, 'SELECT file_name AS name FROM files'),
    ...balance(
      'attach',
      ({ fileName }) => fileName,
      `SELECT f.file_name AS name FROM attachments a
       JOIN files f ON f.workspace_id = a.workspace_id AND f.id = a.file_id`,
    ),
    ...balance(
      'message',
      ({ key }) => key,
      `SELECT client_message_id AS name FROM messages WHERE role = 'human'`,
    ),
    ...balance('reply', ({ body }) => body, `SELECT body AS name FROM messages WHERE role = 'assistant'`),
    ...balance('fail', ({ turn }) => turn, `SELECT id AS name FROM turns WHERE error_code = 'tired'`),
  ];

  function balance<K extends Kind>(kind: K, nameOf: (asked: Writes[K]['asked']) => string, sql: string) {
    const sent = new Map<string, boolean>();
    for (const { asked, answer } of ofKind(entries, kind)) {
      const name = nameOf(asked);
      sent.set(name, sent.get(name) || answer !== null);
    }
    const problems: string[] = [];
    const there = new Set<string>();
    for (const name of column(sql)) {
      if (there.has(name)) problems.push(`twice: ${kind} ${name}`);
      if (!sent.has(name)) problems.push(`from nowhere: ${kind} ${name}`);
      there.add(name);
    }
    for (const [name, acknowledged] of sent) {
      if (acknowledged && !there.has(name)) problems.push(`lost: ${kind} ${name}`);
    }
    return problems;
  }
}
