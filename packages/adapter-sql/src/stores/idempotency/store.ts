import { type LongText, type StoredResponseStore, TEXT_USE_MS } from '@tandem/core';
import { sql } from 'kysely';
import { count, isCount, isText, json } from '../../columns.ts';
import { batch, textsOf } from '../../dialect.ts';
import { db, query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';

type Row = Schema['answers'];
type Key = Pick<Row, 'caller_id' | 'key' | 'request'>;

const KEEP = insertInto('answers');
const RECALL = query((p: Key & { ws: string }) =>
  db
    .selectFrom('answers')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('caller_id', '=', p.caller_id)
    .where('key', '=', p.key)
    .where('request', '=', p.request),
);
const KEEP_TEXT = query(
  (p: Schema['answer_texts'] & { stale: number }) => sql`
    INSERT INTO answer_texts (workspace_id, hash, text, used_at)
    VALUES (${p.workspace_id}, ${p.hash}, ${p.text}, ${p.used_at})
    ON CONFLICT (workspace_id, hash) DO UPDATE SET used_at = excluded.used_at WHERE answer_texts.used_at < ${p.stale}`,
);
const TEXTS = query(
  (p: { ws: string; hashes: string }) => sql<Pick<Schema['answer_texts'], 'hash' | 'text'>>`
    SELECT hash, text FROM answer_texts WHERE workspace_id = ${p.ws} AND hash IN ${textsOf(p.hashes)}`,
);
const FORGET = query(
  (p: { ws: string; before: number; atMost: number }) => sql`
    DELETE FROM answers WHERE ${batch({
      table: 'answers',
      key: ['caller_id', 'key', 'request'],
      ws: p.ws,
      where: sql`created_at < ${p.before}`,
      order: sql`created_at`,
      rows: p.atMost,
      index: 'answers_by_time',
    })}`,
);
const FORGET_TEXTS = query(
  (p: { ws: string; before: number; atMost: number }) => sql`
    DELETE FROM answer_texts WHERE ${batch({
      table: 'answer_texts',
      key: ['hash'],
      ws: p.ws,
      where: sql`used_at < ${p.before}`,
      order: sql`used_at`,
      rows: p.atMost,
      index: 'answer_texts_by_use',
    })}`,
);

const isLongText = (value: unknown): value is LongText =>
  Array.isArray(value) && value.length === 2 && isCount(value[0]) && (isText(value[1]) || isCount(value[1]));
const longTexts = json(
  'long_texts',
  'list of positions and texts',
  (value): value is LongText[] => Array.isArray(value) && value.every(isLongText),
);

/** A stored response, replayed verbatim. */
const anyJson = json('body', 'response', (value): value is unknown => value !== undefined);
const checked = (body: string): string => {
  anyJson(body);
  return body;
};

export function storedResponseStore(session: Session): StoredResponseStore {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const rows = reading(
    session.reportBadRow,
    'answers',
    ({ caller_id, request }: Row) => `${caller_id} ${request}`,
    (row) => ({
      callerId: row.caller_id,
      key: row.key,
      request: row.request,
      payloadHash: row.payload_hash,
      status: count('status', row.status),
      body: row.body === null || row.long_texts !== null ? row.body : checked(row.body),
      longTexts: row.long_texts === null ? null : longTexts(row.long_texts),
      createdAt: row.created_at,
    }),
  );

  return {
    keep: async (answer) => {
      KEEP(on, {
        workspace_id: ws(),
        caller_id: answer.callerId,
        key: answer.key,
        request: answer.request,
        payload_hash: answer.payloadHash,
        status: answer.status,
        body: answer.body,
        long_texts: answer.longTexts && JSON.stringify(answer.longTexts),
        created_at: answer.createdAt,
      });
    },
    recall: async (callerId, key, request) =>
      rows.one(await RECALL.get(on, { ws: ws(), caller_id: callerId, key, request })),
    keepText: async (hash, text, usedAt) => {
      KEEP_TEXT.run(on, { workspace_id: ws(), hash, text, used_at: usedAt, stale: usedAt - TEXT_USE_MS });
    },
    texts: async (hashes) => {
      const found = await TEXTS.all(on, { ws: ws(), hashes: JSON.stringify(hashes) });
      return new Map(found.map(({ hash, text }) => [hash, text]));
    },
    forget: async (before, atMost) => FORGET.changes(on, { ws: ws(), before, atMost }),
    forgetTexts: async (before, atMost) => FORGET_TEXTS.changes(on, { ws: ws(), before, atMost }),
  };
}
