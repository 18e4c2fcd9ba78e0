import type { Comment, Stores } from '@tandem/core';
import { pageOf } from '@tandem/core';
import { sql } from 'kysely';
import { query } from './query.ts';
import { deleteFrom, insertInto } from './rows.ts';
import type { Schema } from './schema.ts';
import { nextIn, type Session } from './session.ts';

interface View extends Readonly<Schema['comments']> {
  member_name: string | null;
  member_display_name: string | null;
}

const insert = insertInto('comments');
const remove = deleteFrom('comments', ['workspace_id', 'id']);

const VIEW = sql`
  SELECT c.*, m.name AS member_name, m.display_name AS member_display_name
  FROM comments c LEFT JOIN members m ON m.workspace_id = c.workspace_id AND m.id = c.author_id`;

const UPDATE = query(
  (p: { ws: string; id: string; body: string; updatedAt: number }) => sql`
    UPDATE comments SET body = ${p.body}, updated_at = ${p.updatedAt}
    WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const BY_ID = query(
  (p: { ws: string; number: number; id: string }) => sql<View>`
    ${VIEW} WHERE c.workspace_id = ${p.ws} AND c.id = ${p.id} AND c.number = ${p.number}`,
);
const LIST = query(
  (p: { ws: string; number: number; after: number; limit: number }) => sql<View>`
    ${VIEW} WHERE c.workspace_id = ${p.ws} AND c.number = ${p.number} AND c.seq > ${p.after}
    ORDER BY c.seq LIMIT ${p.limit}`,
);

export function commentStore(session: Session): Stores['comments'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  return {
    insert: async ({ id, taskNumber, body, author, createdAt, updatedAt }) =>
      insert(on, {
        workspace_id: ws(),
        id,
        seq: nextIn(session, 'row'),
        number: taskNumber,
        body,
        author_id: author.id,
        author_type: author.type,
        author_name: author.name,
        author_display_name: author.displayName,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
    update: async ({ id, body, updatedAt }) => UPDATE.run(on, { ws: ws(), id, body, updatedAt }),
    delete: async (id) => remove(on, { workspace_id: ws(), id }),
    byId: async (number, id) => {
      const row = BY_ID.get(on, { ws: ws(), number, id });
      return row ? decode(row) : null;
    },
    list: async (number, { limit, after }) => {
      const rows = LIST.all(on, { ws: ws(), number, after: Number(after ?? 0), limit: limit + 1 });
      const page = pageOf(rows, limit, ({ seq }) => seq);
      return { ...page, items: page.items.map(decode) };
    },
  };
}

/** A member's present name; a service's name as it was. */
const decode = (row: View): Comment => ({
  id: row.id,
  taskNumber: row.number,
  body: row.body,
  author: {
    id: row.author_id,
    name: row.member_name ?? row.author_name,
    displayName: row.member_display_name ?? row.author_display_name,
    type: row.author_type as Comment['author']['type'],
  },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
