import { cut, FOUND_TEXT, type Found } from '@tandem/core';
import { sql } from 'kysely';
import { JOIN_IN_ORDER } from '../../dialect.ts';
import { query } from '../../query.ts';
import type { Session } from '../../session.ts';
import { type EntityType, TEXTS } from './index-updates.ts';
import { givenNumbers } from './states.ts';
import type { Candidate } from './walk.ts';

interface TaskRow {
  number: number;
  id: string;
  title: string;
  status: string;
  assignee_id: string | null;
  assignee_name: string | null;
}
const TASKS = query(
  (p: { ws: string; numbers: string }) => sql<TaskRow>`
    SELECT t.number, t.id, t.title, t.status, t.assignee_id, m.name AS assignee_name
    FROM ${givenNumbers(p.numbers)}
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${p.ws} AND t.number = given.value
    LEFT JOIN members m ON m.workspace_id = t.workspace_id AND m.id = t.assignee_id
      AND (m.deleted = 0 OR t.status IN ('done', 'canceled'))`,
);
const DESCRIPTION = query(
  (p: { ws: string; number: number }) => sql<{ text: string | null }>`
    SELECT substr(description, 1, ${sql.lit(FOUND_TEXT)}) AS text FROM tasks
    WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);
const TEXT = query(
  (p: { ws: string; number: number; slot: number }) => sql<{ text: string | null }>`
    SELECT substr(COALESCE(c.body, r.summary), 1, ${sql.lit(FOUND_TEXT)}) AS text FROM search_texts s
    LEFT JOIN comments c ON s.kind = 'comment' AND c.workspace_id = s.workspace_id AND c.id = s.ref
    LEFT JOIN results r ON s.kind = 'result' AND r.workspace_id = s.workspace_id AND r.id = s.ref
    WHERE s.workspace_id = ${p.ws} AND s.number = ${p.number} AND s.slot = ${p.slot}`,
);

/** The view of each match, in the same order; null for unreadable ones. */
export async function detailsOf(
  session: Session,
  candidates: readonly Candidate[],
): Promise<(Found | null)[]> {
  const { connection: on, workspaceId: ws } = session;
  const numbers = candidates.flatMap(({ state }) => (state.type === 'task' ? [state.number] : []));
  const rows = numbers.length === 0 ? [] : await TASKS.all(on, { ws, numbers: JSON.stringify(numbers) });
  const tasks = new Map(rows.map((row) => [row.number, row]));
  return Promise.all(
    candidates.map((candidate) =>
      candidate.state.type === 'task'
        ? taskFound(session, candidate, tasks.get(candidate.state.number))
        : placedFound(session, candidate, candidate.state.type),
    ),
  );
}

async function taskFound(
  { connection: on, workspaceId: ws }: Session,
  { state: { number }, matches }: Candidate,
  row: TaskRow | undefined,
): Promise<Found | null> {
  if (!row) return null;
  const { id, title, status, assignee_id, assignee_name } = row;
  const slot = matches.shownIn(number);
  const text =
    slot === null
      ? undefined
      : await (slot === 0 ? DESCRIPTION.get(on, { ws, number }) : TEXT.get(on, { ws, number, slot }));
  return {
    type: 'task',
    id,
    taskNumber: number,
    title,
    status,
    assignee:
      assignee_id === null || assignee_name === null ? null : { id: assignee_id, name: assignee_name },
    text: text?.text ?? title,
  };
}

async function placedFound(
  { connection: on, workspaceId: ws }: Session,
  { state: { id, status, number }, matches }: Candidate,
  type: EntityType,
): Promise<Found | null> {
  const texts = await TEXTS[type].get(on, { ws, id });
  if (!texts) return null;
  const { title, description } = texts;
  const text = matches.shownIn(number) === null ? title : (description ?? title);
  return { type, id, taskNumber: null, title, status, assignee: null, text: cut(text, FOUND_TEXT) };
}
