import type { Attachment, File, Stores } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { count } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { indexedBy, JOIN_IN_ORDER } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { decodedPage, seqAt } from '../../page.ts';
import { db, query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom, insertInto, updateRow } from '../../rows.ts';
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
import { attachments, files } from './tables.ts';

type Row = Schema['files'];

interface AttachmentView extends Omit<Schema['attachments'], keyof AuthorColumns>, AuthorView {
  file_name: string;
  mime_type: string;
  size: number;
}

const insertFile = insertInto('files');
const updateFile = updateRow('files', ['workspace_id', 'id']);
const insertAttachment = insertInto('attachments');
const deleteAttachment = deleteFrom('attachments', ['workspace_id', 'id']);

const FILE = query((p: { ws: string; id: string }) =>
  db.selectFrom('files').selectAll().where('workspace_id', '=', p.ws).where('id', '=', p.id),
);
const ON_TASK = query(
  (p: { ws: string; id: string }) => sql`
    SELECT 1 FROM attachments x
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = x.workspace_id AND t.number = x.number AND t.archived < 2
    WHERE x.workspace_id = ${p.ws} AND x.file_id = ${p.id} LIMIT 1`,
);
const IN_RESULT = query(
  (p: { ws: string; id: string }) => sql`
    SELECT 1 FROM result_files x ${indexedBy('result_files_by_file')}
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = x.workspace_id AND t.number = x.number AND t.archived < 2
    WHERE x.workspace_id = ${p.ws} AND x.file_id = ${p.id} LIMIT 1`,
);
const IN_TRANSCRIPT = query(
  (p: { ws: string; id: string }) => sql`
    SELECT 1 FROM claims x ${indexedBy('claims_by_transcript')}
    ${JOIN_IN_ORDER} tasks t ON t.workspace_id = x.workspace_id AND t.number = x.number AND t.archived < 2
    WHERE x.workspace_id = ${p.ws} AND x.transcript_id = ${p.id} LIMIT 1`,
);
const inChat = (whose: (p: { ws: string; of: string }) => RawBuilder<unknown>) =>
  query(
    (p: { ws: string; id: string; of: string }) => sql`
      SELECT 1 FROM message_files f JOIN chats c ON c.workspace_id = f.workspace_id AND c.id = f.chat_id
        AND c.status <> 'removed'
      WHERE f.workspace_id = ${p.ws} AND f.file_id = ${p.id} ${whose(p)} LIMIT 1`,
  );
/** The first `seq` of the visible chats of a chat's person. */
const CHATS_FROM = sql`(SELECT chats_from FROM members WHERE workspace_id = ${WS} AND id = c.person_id)`;
const IN_CHAT = {
  person: inChat((p) => sql`AND c.person_id = ${p.of} AND c.seq >= ${CHATS_FROM}`),
  // Few people have closed chats, while a file may be in very many open ones.
  closed: inChat(
    (p) => sql`AND c.person_id = ${p.of} AND c.seq < ${CHATS_FROM}
      AND (SELECT chats_from FROM members WHERE workspace_id = ${p.ws} AND id = ${p.of}) > 0`,
  ),
  agent: inChat((p) => sql`AND c.agent_id = ${p.of}`),
  anybody: inChat(() => sql``),
};

const VIEW = sql`
  SELECT x.*, f.file_name, f.mime_type, f.size, ${AUTHOR_VIEW}
  FROM attachments x JOIN files f ON f.workspace_id = x.workspace_id AND f.id = x.file_id ${AUTHOR_JOIN}`;
const ATTACHMENT = query(
  (p: { ws: string; number: number; id: string }) => sql<AttachmentView>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.id = ${p.id} AND x.number = ${p.number}`,
);
const ATTACHMENT_OF_FILE = query(
  (p: { ws: string; number: number; fileId: string }) => sql<AttachmentView>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.file_id = ${p.fileId} AND x.number = ${p.number}`,
);
const LIST = query(
  (p: { ws: string; number: number; after: number; limit: number }) => sql<AttachmentView>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.seq > ${p.after}
    ORDER BY x.seq LIMIT ${p.limit}`,
);

export function fileStores(session: Session): Pick<Stores, 'files' | 'attachments'> {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const files = reading(session.reportBadRow, 'files', ({ id }: Row) => id, decode);
  const attachments = reading(
    session.reportBadRow,
    'attachments',
    ({ id }: AttachmentView) => id,
    attachment.decode,
  );
  return {
    files: {
      insert: async (file) => insertFile(on, encode(ws(), file)),
      update: async (file) => {
        updateFile(on, encode(ws(), file));
      },
      byId: async (id) => andThen(FILE.get(on, { ws: ws(), id }), files.one),
      isOnTask: async (id) =>
        (await ON_TASK.get(on, { ws: ws(), id })) !== undefined ||
        (await IN_RESULT.get(on, { ws: ws(), id })) !== undefined ||
        (await IN_TRANSCRIPT.get(on, { ws: ws(), id })) !== undefined,
      isInChat: async (id, of) => {
        if (of === 'anybody') return (await IN_CHAT.anybody.get(on, { ws: ws(), id, of })) !== undefined;
        if ('closedTo' in of)
          return (await IN_CHAT.closed.get(on, { ws: ws(), id, of: of.closedTo })) !== undefined;
        if ('personId' in of)
          return (await IN_CHAT.person.get(on, { ws: ws(), id, of: of.personId })) !== undefined;
        return (await IN_CHAT.agent.get(on, { ws: ws(), id, of: of.agentId })) !== undefined;
      },
    },
    attachments: {
      insert: async (added) =>
        andThen(session.next('row'), (seq) =>
          insertAttachment(on, { ...attachment.encode(ws(), added), seq }),
        ),
      delete: async (id) => deleteAttachment(on, { workspace_id: ws(), id }),
      byId: async (number, id) => andThen(ATTACHMENT.get(on, { ws: ws(), number, id }), attachments.one),
      ofFile: async (number, fileId) =>
        andThen(ATTACHMENT_OF_FILE.get(on, { ws: ws(), number, fileId }), attachments.one),
      list: async (number, { limit, after }) => {
        const rows = await LIST.few(on, { ws: ws(), number, after: seqAt(after ?? 0), limit: limit + 1 });
        return decodedPage(rows, limit, attachments);
      },
    },
  };
}

/** Follows the uploader in the column if a run uploaded the file. Ids contain no space. */
const RUN = ' ';

const { encode, decode } = entityOf<File, Row>()(files, {
  columns: {
    uploader_id: ({ uploaderId, claimId }) => (claimId ? uploaderId + RUN + claimId : uploaderId),
  },
  fields: {
    uploaderId: (row) => row.uploader_id.split(RUN)[0] as string,
    claimId: (row) => row.uploader_id.split(RUN)[1],
  },
});

const attachment = entityOf<Attachment, AttachmentView>()(attachments, {
  unsaved: ['seq'],
  columns: { number: ({ taskNumber }) => taskNumber, ...authorColumns((added: Attachment) => added.addedBy) },
  fields: {
    taskNumber: (row) => row.number,
    fileName: (row) => row.file_name,
    mimeType: (row) => row.mime_type,
    size: (row) => count('size of its file', row.size),
    addedBy: decodeAuthor,
  },
});

export const scanFiles = scanOf<Row, File>({
  table: 'files',
  select: sql`SELECT x.* FROM files x`,
  alias: 'x',
  key: { id: '' },
  decode,
});

export const scanAttachments = scanOf<AttachmentView, Attachment>({
  table: 'attachments',
  select: VIEW,
  alias: 'x',
  key: { number: -1, seq: -1 },
  where: onTask(WS),
  decode: attachment.decode,
});
