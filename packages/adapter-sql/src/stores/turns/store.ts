import type { Stores, Turn } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { indexedBy, JOIN_IN_ORDER, NOT_LEADING } from '../../dialect.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { turns } from './tables.ts';

type Row = Schema['turns'];

/** Maximum expired leases handled in one unit of work. */
const EXPIRED_AT_ONCE = 100;

const insert = insertInto('turns');
const update = updateRow('turns', ['workspace_id', 'id']);

const BY_ID = query(
  (p: { ws: string; id: string }) => sql<Row>`
    SELECT t.* FROM turns t
    ${JOIN_IN_ORDER} chats c ON c.workspace_id = t.workspace_id AND c.id = t.chat_id AND c.status <> 'removed'
    WHERE t.workspace_id = ${p.ws} AND t.id = ${p.id}`,
);
const OPEN_OF = query(
  (p: { ws: string; chatId: string }) => sql<Row>`
    SELECT * FROM turns WHERE workspace_id = ${p.ws} AND chat_id = ${p.chatId} AND status = 'pending'`,
);
const NEXT_OF = query(
  (p: { ws: string; agentId: string; after: number }) => sql<Row>`
    SELECT * FROM turns WHERE workspace_id = ${p.ws} AND agent_id = ${p.agentId} AND state = 'queued'
      AND seq > ${p.after}
    ORDER BY seq LIMIT 1`,
);
const OPEN_OF_AGENT = query(
  (p: { ws: string; agentId: string; atMost: number }) => sql<Row>`
    SELECT * FROM turns WHERE workspace_id = ${p.ws} AND agent_id = ${p.agentId} AND status = 'pending'
    LIMIT ${p.atMost}`,
);
/** Uses the index on leases; `+` keeps SQLite from walking all turns of the workspace. */
const expired = (ofAgent: (p: { agentId: string }) => RawBuilder<unknown>) =>
  query(
    (p: { ws: string; agentId: string; now: number; atMost: number }) => sql<Row>`
      SELECT * FROM turns ${indexedBy('turns_by_lease')}
      WHERE state = 'running' AND lease_expires_at <= ${p.now} AND ${NOT_LEADING}workspace_id = ${p.ws} ${ofAgent(p)}
      ORDER BY lease_expires_at, seq LIMIT ${p.atMost}`,
  );
const EXPIRED = expired(() => sql``);
const EXPIRED_OF_AGENT = expired((p) => sql`AND ${NOT_LEADING}agent_id = ${p.agentId}`);
const OPEN_OF_PERSON = query(
  (p: { ws: string; personId: string; atMost: number }) => sql<Row>`
    SELECT * FROM turns WHERE workspace_id = ${p.ws} AND person_id = ${p.personId} AND status = 'pending'
    LIMIT ${p.atMost}`,
);

/** `canBeShown` returns true if a chat and its person are readable. */
export function turnStore(
  session: Session,
  canBeShown: (chatId: string) => Promise<boolean>,
): Stores['turns'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const { one, all } = reading(session.reportBadRow, 'turns', ({ id }: Row) => id, decode);

  /** The first readable turn in the queue with a readable chat; unreadable ones must not block the rest. */
  const nextOf = async (agentId: string): Promise<Turn | null> => {
    for (let after = 0; ; ) {
      const row = await NEXT_OF.get(on, { ws: ws(), agentId, after });
      if (!row) return null;
      const [turn] = all([row]);
      if (turn && (await canBeShown(turn.chatId))) return turn;
      after = row.seq;
    }
  };
  /** Sorts by creation: PostgreSQL returns equal index entries in any order. */
  const inOrder = (rows: Row[]) => all(rows.toSorted((a, b) => a.seq - b.seq));
  return {
    insert: async (turn) => andThen(session.next('row'), (seq) => insert(on, { ...encode(ws(), turn), seq })),
    update: async (turn) => {
      update(on, encode(ws(), turn));
    },
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), one),
    openOf: async (chatId) => andThen(OPEN_OF.get(on, { ws: ws(), chatId }), one),
    nextOf,
    openOfAgent: async (agentId, atMost) =>
      andThen(OPEN_OF_AGENT.all(on, { ws: ws(), agentId, atMost }), inOrder),
    openOfPerson: async (personId, atMost) =>
      andThen(OPEN_OF_PERSON.all(on, { ws: ws(), personId, atMost }), inOrder),
    expired: async (now, agentId) => {
      const values = { ws: ws(), agentId: agentId ?? '', now, atMost: EXPIRED_AT_ONCE };
      return all(await (agentId === undefined ? EXPIRED : EXPIRED_OF_AGENT).all(on, values));
    },
  };
}

const read = readersOf(turns);

const { encode, decode } = entityOf<Turn, Row>()(turns, {
  unsaved: ['seq'],
  columns: {
    lease_token: ({ lease }) => lease?.token ?? null,
    lease_expires_at: ({ lease }) => lease?.expiresAt ?? null,
    lease_seconds: ({ lease }) => lease?.seconds ?? null,
  },
  fields: {
    lease: (row) =>
      row.lease_token === null
        ? null
        : {
            token: row.lease_token,
            expiresAt: read.lease_expires_at(row) ?? 0,
            seconds: row.lease_seconds ?? 0,
          },
  },
});
