import type { Comment, Stores } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { indexedBy } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { decodedPage, seqAt } from '../../page.ts';
import { query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom, insertInto } from '../../rows.ts';
import { onTask, scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import {
  AUTHOR_JOIN,
  AUTHOR_VIEW,
  type AuthorColumns,
  type AuthorView,
  authorColumns,
  decodeAuthor,
} from '../access/authors.ts';
import type { Schema } from '../schema.ts';
import { indexText, reindexText, unindexText } from '../search/index-updates.ts';
import { comments } from './tables.ts';

interface View extends Omit<Schema['comments'], keyof AuthorColumns>, AuthorView {}

const insert = insertInto('comments');
const remove = deleteFrom('comments', ['workspace_id', 'id']);

const VIEW = sql`SELECT x.*, ${AUTHOR_VIEW} FROM comments x ${AUTHOR_JOIN}`;

const UPDATE = query(
  (p: { ws: string; id: string; body: string; updatedAt: number }) => sql`
    UPDATE comments SET body = ${p.body}, updated_at = ${p.updatedAt}
    WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const BY_ID = query(
  (p: { ws: string; number: number; id: string }) => sql<View>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.id = ${p.id} AND x.number = ${p.number}`,
);
interface ListValues {
  ws: string;
  number: number;
  from: number;
  limit: number;
}
const LISTS = {
  asc: query(
    (p: ListValues) => sql<View>`
      ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.seq > ${p.from}
      ORDER BY x.seq LIMIT ${p.limit}`,
  ),
  desc: query(
    (p: ListValues) => sql<View>`
      ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.seq < ${p.from}
      ORDER BY x.seq DESC LIMIT ${p.limit}`,
  ),
};
const START = { asc: 0, desc: Number.MAX_SAFE_INTEGER };

const LAST = query(
  (p: { ws: string; number: number; limit: number }) => sql<View>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} ORDER BY x.seq DESC LIMIT ${p.limit}`,
);
/** Counts from the newest, up to `atMost`. */
const COUNT_SINCE = query(
  (p: { ws: string; number: number; since: number; otherThan: string; atMost: number }) => sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT created_at, author_id FROM comments ${indexedBy('comments_in_order')}
      WHERE workspace_id = ${p.ws} AND number = ${p.number} ORDER BY seq DESC LIMIT ${p.atMost}) page
    WHERE created_at > ${p.since} AND author_id <> ${p.otherThan}`,
);

export function commentStore(session: Session): Stores['comments'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'comments', ({ id }: View) => id, decode);
  return {
    insert: async (comment) =>
      andThen(session.next('row'), (seq) => {
        const { id, taskNumber, body } = comment;
        insert(on, { ...encode(ws(), comment), seq });
        indexText(session, { kind: 'comment', number: taskNumber, ref: id, text: body });
      }),
    update: async ({ id, taskNumber, body, updatedAt }) => {
      UPDATE.run(on, { ws: ws(), id, body, updatedAt });
      await reindexText(session, { kind: 'comment', number: taskNumber, ref: id, text: body });
    },
    delete: async (id) => {
      remove(on, { workspace_id: ws(), id });
      await unindexText(session, { kind: 'comment', ref: id });
    },
    byId: async (number, id) => andThen(BY_ID.get(on, { ws: ws(), number, id }), read.one),
    list: async (number, order, { limit, after }) => {
      const from = after === undefined ? START[order] : seqAt(after);
      return decodedPage(
        await LISTS[order].few(on, { ws: ws(), number, from, limit: limit + 1 }),
        limit,
        read,
      );
    },
    last: async (number, count) =>
      andThen(LAST.few(on, { ws: ws(), number, limit: count }), (rows) => read.all(rows.rows).reverse()),
    countSince: async (number, since, otherThan, atMost) =>
      andThen(COUNT_SINCE.get(on, { ws: ws(), number, since, otherThan, atMost }), (row) => row?.n ?? 0),
  };
}

const { encode, decode } = entityOf<Comment, View>()(comments, {
  unsaved: ['seq'],
  columns: { number: ({ taskNumber }) => taskNumber, ...authorColumns((comment: Comment) => comment.author) },
  fields: { taskNumber: (row) => row.number, author: decodeAuthor },
});

export const scanComments = scanOf<View, Comment>({
  table: 'comments',
  select: VIEW,
  alias: 'x',
  key: { number: -1, seq: -1 },
  where: onTask(WS),
  decode,
});
