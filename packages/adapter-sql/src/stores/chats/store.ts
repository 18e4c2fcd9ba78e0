import type { Chat, Stores, TurnState } from '@tandem/core';
import { TURN_STATES } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { batch } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { db, query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import type { Session } from '../../session.ts';
import { MEMBER, readingMembers } from '../members/store.ts';
import { remove } from '../removals/store.ts';
import type { Schema } from '../schema.ts';
import { turnStore } from '../turns/store.ts';
import { messageStore } from './messages.ts';
import { chats } from './tables.ts';

type Row = Schema['chats'];

interface View extends Readonly<Row> {
  agent_name: string;
  agent_display_name: string;
  agent_title: string | null;
  agent_avatar: string | null;
  turn_id: string | null;
  turn_state: string;
}

const insert = insertInto('chats');
const update = updateRow('chats', ['workspace_id', 'id']);
const MARK_REMOVED = query((p: { ws: string; id: string }) =>
  db.updateTable('chats').set({ status: 'removed' }).where('workspace_id', '=', p.ws).where('id', '=', p.id),
);
const END_TURN = query(
  (p: { ws: string; id: string }) => sql`
    DELETE FROM turns WHERE workspace_id = ${p.ws} AND chat_id = ${p.id} AND status = 'pending'`,
);
/** The key of a removed chat can be reused even while its row still exists. */
const REMEMBER = query(
  (p: Schema['idempotency_keys']) => sql`
    INSERT INTO idempotency_keys
      (workspace_id, person_id, key, payload_hash, chat_id, message_id, created_at)
    VALUES (${p.workspace_id}, ${p.person_id}, ${p.key}, ${p.payload_hash}, ${p.chat_id}, ${p.message_id},
      ${p.created_at})
    ON CONFLICT (workspace_id, person_id, key) DO UPDATE SET payload_hash = excluded.payload_hash,
      chat_id = excluded.chat_id, message_id = excluded.message_id, created_at = excluded.created_at`,
);

const VIEW = sql`
  SELECT c.*, m.name AS agent_name, m.display_name AS agent_display_name, m.title AS agent_title,
    m.avatar AS agent_avatar, t.id AS turn_id, t.state AS turn_state
  FROM chats c
  JOIN members m ON m.workspace_id = c.workspace_id AND m.id = c.agent_id
  LEFT JOIN turns t ON t.workspace_id = c.workspace_id AND t.chat_id = c.id AND t.status = 'pending'
    AND m.deleted = 0`;

const BY_ID = query(
  (p: { ws: string; id: string }) => sql<View>`
    ${VIEW} WHERE c.workspace_id = ${p.ws} AND c.id = ${p.id} AND c.status <> 'removed'`,
);

/** The first `seq` of a person's visible chats. */
const CHATS_FROM = (p: { ws: string; personId: string }) => sql`(
  SELECT chats_from FROM members WHERE workspace_id = ${p.ws} AND id = ${p.personId})`;
const CHATS_OF_PERSON = query(
  (p: { ws: string; id: string; personId: string }) => sql<View>`
    ${VIEW} WHERE c.workspace_id = ${p.ws} AND c.id = ${p.id} AND c.status <> 'removed'
      AND c.person_id = ${p.personId} AND c.seq >= ${CHATS_FROM(p)}`,
);
const ANY_OPEN = query(
  (p: { ws: string; personId: string }) => sql`
    SELECT 1 FROM chats WHERE workspace_id = ${p.ws} AND person_id = ${p.personId}
      AND status IN ('active', 'archived') AND seq >= ${CHATS_FROM(p)} LIMIT 1`,
);
const ANY_CLOSED = query(
  (p: { ws: string; personId: string }) => sql`
    SELECT 1 FROM chats WHERE workspace_id = ${p.ws} AND person_id = ${p.personId}
      AND status IN ('active', 'archived') AND seq < ${CHATS_FROM(p)} LIMIT 1`,
);
const SHOW_EVENTS_AFTER_NOW = query(
  (p: { ws: string; personId: string }) => sql`
    UPDATE members SET chat_events_after = COALESCE((SELECT MAX(seq) FROM events WHERE workspace_id = ${p.ws}), 0)
    WHERE workspace_id = ${p.ws} AND id = ${p.personId}`,
);
const SHOW_ALL_EVENTS = query((p: { ws: string; personId: string }) =>
  db
    .updateTable('members')
    .set({ chat_events_after: 0 })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.personId),
);
const EVENTS_AFTER = query(
  (p: { ws: string; personId: string }) => sql<{ after: number }>`
    SELECT chat_events_after AS "after" FROM members WHERE workspace_id = ${p.ws} AND id = ${p.personId}`,
);
const SHOW_FROM = query((p: { ws: string; personId: string; from: number }) =>
  db
    .updateTable('members')
    .set({ chats_from: p.from })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.personId),
);

interface ListValues {
  ws: string;
  personId: string;
  status: string;
  before: number;
  limit: number;
}
const list = (where: (p: ListValues) => RawBuilder<unknown>) =>
  query(
    (p: ListValues) => sql<View>`
      ${VIEW} WHERE c.workspace_id = ${p.ws} AND c.person_id = ${p.personId} ${where(p)}
        AND c.seq < ${p.before} AND c.seq >= ${CHATS_FROM(p)}
      ORDER BY c.seq DESC LIMIT ${p.limit}`,
  );
const LIST = list(() => sql`AND c.status <> 'removed'`);
const LIST_BY_STATUS = list((p) => sql`AND c.status = ${p.status}`);

const RECALL = query((p: { ws: string; personId: string; key: string }) =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('person_id', '=', p.personId)
    .where('key', '=', p.key),
);

const FORGET = query(
  (p: { ws: string; before: number; atMost: number }) => sql`
    DELETE FROM idempotency_keys WHERE ${batch({
      table: 'idempotency_keys',
      key: ['person_id', 'key'],
      ws: p.ws,
      where: sql`created_at < ${p.before}`,
      order: sql`created_at`,
      rows: p.atMost,
      index: 'idempotency_keys_by_time',
      byKey: true,
    })}`,
);

export function chatStores(
  session: Session,
): Pick<Stores, 'chats' | 'messages' | 'turns' | 'idempotencyKeys'> {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'chats', ({ id }: View) => id, decode);
  const people = readingMembers(session.reportBadRow);
  const canBeShown = async (chatId: string): Promise<boolean> => {
    const chat = await BY_ID.get(on, { ws: ws(), id: chatId });
    const person = chat && (await MEMBER.get(on, { ws: ws(), id: chat.person_id }));
    return !person || (read.all([chat]).length === 1 && people.all([person]).length === 1);
  };
  return {
    chats: {
      insert: async (chat) =>
        andThen(session.next('row'), (seq) => insert(on, { ...encode(ws(), chat), seq })),
      update: async (chat) => {
        update(on, encode(ws(), chat));
      },
      delete: async (id) => {
        MARK_REMOVED.run(on, { ws: ws(), id });
        END_TURN.run(on, { ws: ws(), id });
        await remove(session, 'chat', id);
      },
      ofPerson: async (personId, id) => {
        return read.one(await CHATS_OF_PERSON.get(on, { ws: ws(), id, personId }));
      },
      byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
      list: async (personId, status, { limit, after }) => {
        const before = below(after);
        const values = { ws: ws(), personId, status: status ?? '', before, limit: limit + 1 };
        return decodedPage(await (status ? LIST_BY_STATUS : LIST).few(on, values), limit, read);
      },
      closeAll: async (personId) => {
        const person = { ws: ws(), personId };
        SHOW_EVENTS_AFTER_NOW.run(on, person);
        if ((await ANY_OPEN.get(on, person)) === undefined) return false;
        SHOW_FROM.run(on, { ...person, from: await session.next('row') });
        return true;
      },
      openAll: async (personId) => {
        const person = { ws: ws(), personId };
        SHOW_ALL_EVENTS.run(on, person);
        if ((await ANY_CLOSED.get(on, person)) === undefined) return false;
        SHOW_FROM.run(on, { ...person, from: 0 });
        return true;
      },
      eventsShownAfter: async (personId) =>
        andThen(EVENTS_AFTER.get(on, { ws: ws(), personId }), (row) => row?.after ?? 0),
    },
    messages: messageStore(session),
    turns: turnStore(session, canBeShown),
    idempotencyKeys: {
      remember: async ({ personId, key, payloadHash, chatId, messageId, createdAt }) => {
        REMEMBER.run(on, {
          workspace_id: ws(),
          person_id: personId,
          key,
          payload_hash: payloadHash,
          chat_id: chatId,
          message_id: messageId,
          created_at: createdAt,
        });
      },
      forget: async (before, atMost) => FORGET.changes(on, { ws: ws(), before, atMost }),
      recall: async (personId, key) => {
        const row = await RECALL.get(on, { ws: ws(), personId, key });
        if (!row) return null;
        return {
          personId,
          key,
          payloadHash: row.payload_hash,
          chatId: row.chat_id,
          messageId: row.message_id,
          createdAt: row.created_at,
        };
      },
    },
  };
}

const { encode, decode } = entityOf<Chat, View>()(chats, {
  unsaved: ['seq'],
  columns: { agent_id: ({ agent }) => agent.id },
  fields: {
    agent: (row) => ({
      id: row.agent_id,
      name: row.agent_name,
      displayName: row.agent_display_name,
      title: row.agent_title,
      avatarUrl: row.agent_avatar,
    }),
    activeTurn,
  },
});

/** An unreadable turn is omitted so that its chat stays readable. */
function activeTurn({ turn_id, turn_state }: View): Chat['activeTurn'] {
  if (turn_id === null || !(TURN_STATES as readonly string[]).includes(turn_state)) return null;
  return { id: turn_id, status: 'pending', state: turn_state as TurnState };
}
