import type { SearchType } from '@tandem/core';
import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../connection.ts';
import { type Query, query } from '../../query.ts';
import { deleteFrom } from '../../rows.ts';
import type { Session } from '../../session.ts';
import { type Document, type Text, termsOf } from './document.ts';
import * as fts from './fts.ts';
import * as tsvector from './tsvector.ts';

/*
 * Called by the stores to update the search index, in the unit of work that changes a text.
 */

export interface Titled {
  readonly title: string;
  readonly description: string | null;
}
export type EntityType = Exclude<SearchType, 'task'>;

const ROW_OF = query(
  (p: { ws: string; kind: string; ref: string }) => sql<{ number: number; slot: number }>`
    SELECT number, slot FROM search_texts
    WHERE workspace_id = ${p.ws} AND kind = ${p.kind} AND ref = ${p.ref} AND slot > 0`,
);
const removeRow = deleteFrom('search_texts', ['workspace_id', 'number', 'slot']);
const ORDINAL = query(
  (p: { ws: string; type: string; id: string }) => sql<{ ordinal: number }>`
    SELECT ordinal FROM search_placed WHERE workspace_id = ${p.ws} AND type = ${p.type} AND id = ${p.id}`,
);
const last = (column: string, table: string, ws: unknown) => sql`
  SELECT ${sql.ref(column)} FROM ${sql.table(table)} WHERE workspace_id = ${ws} ORDER BY ${sql.ref(column)} DESC LIMIT 1`;
/** Never below the entities created earlier: the last tasks may have been deleted since. */
const PLACE = query(
  (p: { ws: string; type: string; id: string }) => sql`
    INSERT INTO search_placed (workspace_id, ordinal, type, id, number)
    SELECT ${p.ws},
      COALESCE((${last('ordinal', 'search_placed', p.ws)}), 0) + 1, ${p.type}, ${p.id},
      (SELECT COALESCE(MAX(number), 0) FROM (
        SELECT (${last('number', 'tasks', p.ws)}) AS number
        UNION ALL SELECT (${last('number', 'search_placed', p.ws)})) lasts)`,
);
type Key = { readonly ws: string; readonly id: string };
const GOAL_TEXT = sql`
  CASE WHEN description IS NULL THEN test WHEN test IS NULL THEN description
    ELSE description || ${sql.lit('\n\n')} || test END`;
/** The searchable texts of each type. */
export const TEXTS: Readonly<Record<EntityType, Query<Key, Titled>>> = {
  project: query(
    (p: Key) => sql<Titled>`
      SELECT title, description FROM projects WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
  ),
  initiative: query(
    (p: Key) => sql<Titled>`
      SELECT name AS title, description FROM initiatives WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
  ),
  goal: query(
    (p: Key) => sql<Titled>`
      SELECT title, ${GOAL_TEXT} AS description FROM goals WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
  ),
};
const removePlaced = deleteFrom('search_placed', ['workspace_id', 'ordinal']);

const onSqlite = (session: Session) => session.connection.dialect === 'sqlite';

/** Indexes the words of a document. */
export function putWords(
  session: Session,
  document: Document,
  title: string | null,
  text: string | null,
  fresh = false,
): void {
  if (onSqlite(session)) fts.putWords(session, document, { title, text }, fresh);
  else tsvector.putWords(session, document, termsOf(title, text));
}

const removeWords = (session: Session, document: Document) =>
  onSqlite(session) ? fts.removeWords(session, document) : tsvector.removeWords(session, document);

const taskAt = (number: number): Document => ({ lane: 'tasks', number, slot: 0 });

export function indexTask(session: Session, number: number, { title, description }: Titled): void {
  putWords(session, taskAt(number), title, description, true);
}

export function reindexTask(session: Session, number: number, after: Titled, before: Titled): void {
  if (after.title === before.title && after.description === before.description) return;
  putWords(session, taskAt(number), after.title, after.description);
}

/** Comments and results are removed with their rows. */
export const unindexTask = (session: Session, number: number): void => removeWords(session, taskAt(number));

export const indexText = (session: Session, text: Text): void =>
  onSqlite(session) ? fts.addText(session, text) : tsvector.addText(session, text);

const rowOf = ({ connection, workspaceId: ws }: Session, { kind, ref }: Pick<Text, 'kind' | 'ref'>) =>
  ROW_OF.get(connection, { ws, kind, ref });

/** True if a text has been indexed. */
export const isIndexed = (session: Session, text: Pick<Text, 'kind' | 'ref'>): MaybePromise<boolean> =>
  andThen(rowOf(session, text), (row) => row !== undefined);

/** If the task's older comments have not been indexed yet, this one will be too, later. */
export const reindexText = (session: Session, text: Text): MaybePromise<void> =>
  andThen(rowOf(session, text), (row) => {
    if (row) putWords(session, { lane: 'tasks', ...row }, null, text.text);
  });

export const unindexText = (session: Session, text: Pick<Text, 'kind' | 'ref'>): MaybePromise<void> =>
  andThen(rowOf(session, text), (row) => {
    if (!row) return;
    removeWords(session, { lane: 'tasks', ...row });
    removeRow(session.connection, { workspace_id: session.workspaceId, ...row });
  });

const ROWS = query(
  (p: { ws: string; number: number; rows: number }) => sql<{ slot: number }>`
    SELECT slot FROM search_texts WHERE workspace_id = ${p.ws} AND number = ${p.number} AND slot > 0
    ORDER BY slot LIMIT ${p.rows}`,
);

/** Removes up to `rows` texts of a removed task; returns the number removed. */
export const removeTexts = (session: Session, number: number, rows: number): MaybePromise<number> =>
  andThen(ROWS.all(session.connection, { ws: session.workspaceId, number, rows }), (found) => {
    for (const { slot } of found) {
      removeWords(session, { lane: 'tasks', number, slot });
      removeRow(session.connection, { workspace_id: session.workspaceId, number, slot });
    }
    return found.length;
  });

const ordinalOf = ({ connection, workspaceId: ws }: Session, type: EntityType, id: string) =>
  andThen(ORDINAL.get(connection, { ws, type, id }), (row) => row?.ordinal);

const placedAt = (ordinal: number): Document => ({ lane: 'placed', number: ordinal, slot: 0 });

/** Indexes an entity other than a task and gives it a position among the tasks. */
export function indexEntity(
  session: Session,
  type: EntityType,
  id: string,
  { title, description }: Titled,
): MaybePromise<void> {
  PLACE.run(session.connection, { ws: session.workspaceId, type, id });
  return andThen(ordinalOf(session, type, id), (ordinal) => {
    putWords(session, placedAt(ordinal as number), title, description, true);
  });
}

/** Call it before the row changes: reads the currently indexed texts from there. */
export async function reindexEntity(
  session: Session,
  type: EntityType,
  id: string,
  after: Titled,
): Promise<void> {
  const before = await TEXTS[type].get(session.connection, { ws: session.workspaceId, id });
  if (!before || (after.title === before.title && after.description === before.description)) return;
  const ordinal = await ordinalOf(session, type, id);
  if (ordinal !== undefined) putWords(session, placedAt(ordinal), after.title, after.description);
}

export const unindexEntity = (session: Session, type: EntityType, id: string): MaybePromise<void> =>
  andThen(ordinalOf(session, type, id), (ordinal) => {
    if (ordinal === undefined) return;
    removeWords(session, placedAt(ordinal));
    removePlaced(session.connection, { workspace_id: session.workspaceId, ordinal });
  });
