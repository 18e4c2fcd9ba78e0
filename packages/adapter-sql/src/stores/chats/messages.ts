import type { Message, MessageFile, Stores, Suggestion } from '@tandem/core';
import { MESSAGE_ROLES } from '@tandem/core';
import { sql } from 'kysely';
import { date, isObjectOf, isText, json, oneOf } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { JOIN_IN_ORDER, jsonRows } from '../../dialect.ts';
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
      insert(on, {
        workspace_id: ws(),
        id: message.id,
        seq: await session.next('row'),
        chat_id: message.chatId,
        role: message.role,
        body: message.body,
        ...authorColumns(message.author),
        client_message_id: message.clientMessageId,
        turn_id: message.turnId,
        suggestions: JSON.stringify(message.suggestions),
        created_at: message.createdAt,
      });
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

const role = oneOf('role', MESSAGE_ROLES);
const suggestions = json(
  'suggestions',
  'list of suggestions',
  (value): value is Suggestion[] =>
    Array.isArray(value) &&
    value.every((suggestion) => isObjectOf(suggestion, { id: isText, kind: isText, text: isText })),
);

const decode = (row: View): Message => ({
  id: row.id,
  chatId: row.chat_id,
  role: role(row.role),
  body: row.body,
  author: decodeAuthor(row),
  clientMessageId: row.client_message_id,
  turnId: row.turn_id,
  suggestions: suggestions(row.suggestions),
  attachments: decodeFiles(row.files),
  createdAt: date('created_at', row.created_at),
});

const decodeFiles = (json: string): MessageFile[] =>
  (JSON.parse(json) as [string, string, string, number][]).map(([fileId, fileName, mimeType, size]) => ({
    fileId,
    fileName,
    mimeType,
    size,
  }));
