import type { Message, MessageFile, Stores } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { JOIN_IN_ORDER, jsonRows } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { decodedPage, seqAt } from '../../page.ts';
import { query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto } from '../../rows.ts';
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
import { messages } from './tables.ts';

interface View extends Omit<Schema['messages'], keyof AuthorColumns>, AuthorView {
  /** [[id, name, type, size], …] in order. */
  files: string;
}

const insert = insertInto('messages');
const insertFile = insertInto('message_files');

const VIEW = sql`
  SELECT x.*, ${AUTHOR_VIEW},
    ${jsonRows(
      ['f.id', 'f.file_name', 'f.mime_type', 'f.size'],
      sql`FROM message_files mf
        ${JOIN_IN_ORDER} files f ON f.workspace_id = mf.workspace_id AND f.id = mf.file_id
        WHERE mf.workspace_id = ${WS} AND mf.message_id = x.id`,
      'mf.position',
    )} AS files
  FROM messages x ${AUTHOR_JOIN}`;

const BY_ID = query(
  (p: { ws: string; chatId: string; id: string }) => sql<View>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.id = ${p.id} AND x.chat_id = ${p.chatId}`,
);
interface ListValues {
  ws: string;
  chatId: string;
  from: number;
  limit: number;
}
const LISTS = {
  asc: query(
    (p: ListValues) => sql<View>`
      ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.chat_id = ${p.chatId} AND x.seq > ${p.from}
      ORDER BY x.seq LIMIT ${p.limit}`,
  ),
  desc: query(
    (p: ListValues) => sql<View>`
      ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.chat_id = ${p.chatId} AND x.seq < ${p.from}
      ORDER BY x.seq DESC LIMIT ${p.limit}`,
  ),
};
const START = { asc: 0, desc: Number.MAX_SAFE_INTEGER };

export function messageStore(session: Session): Stores['messages'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'messages', ({ id }: View) => id, decode);
  return {
    insert: async (message) => {
      insert(on, { ...encode(ws(), message), seq: await session.next('row') });
      message.attachments.forEach(({ fileId }, position) => {
        insertFile(on, {
          workspace_id: ws(),
          message_id: message.id,
          position,
          file_id: fileId,
          chat_id: message.chatId,
        });
      });
    },
    byId: async (chatId, id) => andThen(BY_ID.get(on, { ws: ws(), chatId, id }), read.one),
    list: async (chatId, order, { limit, after }) => {
      const from = after === undefined ? START[order] : seqAt(after);
      return decodedPage(
        await LISTS[order].few(on, { ws: ws(), chatId, from, limit: limit + 1 }),
        limit,
        read,
      );
    },
  };
}

const { encode, decode } = entityOf<Message, View>()(messages, {
  unsaved: ['seq'],
  columns: authorColumns((message: Message) => message.author),
  fields: { author: decodeAuthor, attachments: (row) => decodeFiles(row.files) },
});

const decodeFiles = (json: string): MessageFile[] =>
  (JSON.parse(json) as [string, string, string, number][]).map(([fileId, fileName, mimeType, size]) => ({
    fileId,
    fileName,
    mimeType,
    size,
  }));
