import { sql } from 'kysely';
import type { Truncated } from '../../connection.ts';
import { query } from '../../query.ts';
import { deleteFrom } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { type EntityType, indexText, isIndexed, putWords, TEXTS } from './index-updates.ts';

type Row = Schema['search_fills'];

/*
 * Indexes texts in batches: those from before search existed and those that an index has lost. A row in `search_fills`
 * stores the progress. Texts that change meanwhile are indexed by their own unit of work.
 */

/** The order in which kinds are indexed. */
const NEXT = query(
  (p: { ws: string }) => sql<Row>`
    SELECT workspace_id, kind, number, seq FROM search_fills WHERE workspace_id = ${p.ws}
    ORDER BY CASE kind WHEN 'placed' THEN 0 WHEN 'task' THEN 1 WHEN 'comment' THEN 2 ELSE 3 END LIMIT 1`,
);
const MOVE_ON = query(
  (p: { ws: string; kind: string; number: number; seq: number }) => sql`
    UPDATE search_fills SET number = ${p.number}, seq = ${p.seq}
    WHERE workspace_id = ${p.ws} AND kind = ${p.kind}`,
);
const finish = deleteFrom('search_fills', ['workspace_id', 'kind']);

interface Values {
  readonly ws: string;
  readonly number: number;
  readonly seq: number;
  readonly limit: number;
}
interface TaskRow {
  number: number;
  title: string;
  description: string | null;
}
interface TextRow {
  number: number;
  seq: number;
  id: string;
  text: string;
}
interface PlacedRow {
  ordinal: number;
  type: EntityType;
  id: string;
}
const TASKS = query(
  (p: Values) => sql<TaskRow>`
    SELECT number, title, description FROM tasks
    WHERE workspace_id = ${p.ws} AND number < ${p.number} AND archived < 2 ORDER BY number DESC LIMIT ${p.limit}`,
);
const COMMENTS = query(
  (p: Values) => sql<TextRow>`
    SELECT number, seq, id, body AS text FROM comments
    WHERE workspace_id = ${p.ws} AND (number, seq) > (${p.number}, ${p.seq}) ORDER BY number, seq LIMIT ${p.limit}`,
);
const RESULTS = query(
  (p: Values) => sql<TextRow>`
    SELECT number, seq, id, summary AS text FROM results
    WHERE workspace_id = ${p.ws} AND (number, seq) > (${p.number}, ${p.seq}) ORDER BY number, seq LIMIT ${p.limit}`,
);
const PLACED = query(
  (p: Values) => sql<PlacedRow>`
    SELECT ordinal, type, id FROM search_placed
    WHERE workspace_id = ${p.ws} AND ordinal > ${p.number} ORDER BY ordinal LIMIT ${p.limit}`,
);

/** The end of a batch; null after the last. */
type Reached = { readonly number: number; readonly seq: number } | null;

/** Indexes the next texts of a workspace; returns true if more remain. */
export async function fill(session: Session, texts: number): Promise<boolean> {
  const { connection: on, workspaceId: ws } = session;
  const next = await NEXT.get(on, { ws });
  if (!next) return false;
  const { kind, number, seq } = next;
  const reached = await BATCHES[kind as Kind](session, { ws, number, seq, limit: texts });
  if (reached) MOVE_ON.run(on, { ws, kind, ...reached });
  else finish(on, { workspace_id: ws, kind });
  return true;
}

type Kind = 'placed' | 'task' | 'comment' | 'result';

const BATCHES: Readonly<Record<Kind, (session: Session, values: Values) => Promise<Reached>>> = {
  placed: async (session, values) => {
    const few = await PLACED.few(session.connection, values);
    for (const { ordinal, type, id } of few.rows) {
      const texts = await TEXTS[type]?.get(session.connection, { ws: values.ws, id });
      if (texts)
        putWords(session, { lane: 'placed', number: ordinal, slot: 0 }, texts.title, texts.description);
    }
    return reachedBy(few, values, ({ ordinal }) => ({ number: ordinal, seq: 0 }));
  },
  task: async (session, values) => {
    const few = await TASKS.few(session.connection, values);
    for (const { number, title, description } of few.rows) {
      putWords(session, { lane: 'tasks', number, slot: 0 }, title, description);
    }
    return reachedBy(few, values, ({ number }) => ({ number, seq: 0 }));
  },
  comment: (session, values) => textsFrom(session, values, 'comment'),
  result: (session, values) => textsFrom(session, values, 'result'),
};

async function textsFrom(session: Session, values: Values, kind: 'comment' | 'result'): Promise<Reached> {
  const few = await (kind === 'comment' ? COMMENTS : RESULTS).few(session.connection, values);
  for (const { number, id: ref, text } of few.rows) {
    if (!(await isIndexed(session, { kind, ref }))) indexText(session, { kind, number, ref, text });
  }
  return reachedBy(few, values, ({ number, seq }) => ({ number, seq }));
}

function reachedBy<Each>(
  { rows, cut }: Truncated<Each>,
  { limit }: Values,
  at: (row: Each) => NonNullable<Reached>,
): Reached {
  const last = rows.at(-1);
  return last && (cut || rows.length === limit) ? at(last) : null;
}
