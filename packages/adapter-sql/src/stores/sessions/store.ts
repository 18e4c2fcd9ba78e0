import type { Stores, WebSession } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { batch } from '../../dialect.ts';
import { entityOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { db, query } from '../../query.ts';
import { type BadRowListener, type Reading, reading } from '../../reading.ts';
import { deleteFrom, insertInto } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { sessions } from './tables.ts';

type Row = Schema['sessions'];

const insert = insertInto('sessions');
const remove = deleteFrom('sessions', ['workspace_id', 'id']);
const insertLink = insertInto('sign_in_links');
const removeLink = deleteFrom('sign_in_links', ['workspace_id', 'id']);

const BY_ID = query((p: { ws: string; id: string }) =>
  db.selectFrom('sessions').selectAll().where('workspace_id', '=', p.ws).where('id', '=', p.id),
);
const LIST = query((p: { ws: string; before: number; limit: number }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('seq', '<', p.before)
    .orderBy('seq', 'desc')
    .limit(p.limit),
);
const LIST_OF_MEMBER = query((p: { ws: string; memberId: string; before: number; limit: number }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('member_id', '=', p.memberId)
    .where('seq', '<', p.before)
    .orderBy('seq', 'desc')
    .limit(p.limit),
);
const SESSIONS_OF_KEY = query((p: { ws: string; keyId: string }) =>
  db.selectFrom('sessions').selectAll().where('workspace_id', '=', p.ws).where('key_id', '=', p.keyId),
);
/** A person has few sessions, so there is no page. */
const SESSIONS_OF_MEMBER = query((p: { ws: string; memberId: string }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('member_id', '=', p.memberId)
    .orderBy('seq', 'desc'),
);
const TOUCH = query((p: { ws: string; id: string; usedAt: number }) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: p.usedAt })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id),
);
const RENEW = query((p: { ws: string; id: string; expiresAt: number }) =>
  db
    .updateTable('sessions')
    .set({ expires_at: p.expiresAt })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id),
);
const FORGET = query(
  (p: { ws: string; until: number; atMost: number }) => sql`
    DELETE FROM sessions WHERE ${batch({
      table: 'sessions',
      key: ['id'],
      ws: p.ws,
      where: sql`expires_at <= ${p.until}`,
      order: sql`expires_at`,
      rows: p.atMost,
      index: 'sessions_by_end',
    })}`,
);
const LINK = query((p: { ws: string; id: string }) =>
  db.selectFrom('sign_in_links').selectAll().where('workspace_id', '=', p.ws).where('id', '=', p.id),
);
const LINKS_OF_MEMBER = query((p: { ws: string; memberId: string }) =>
  db
    .selectFrom('sign_in_links')
    .select('id')
    .where('workspace_id', '=', p.ws)
    .where('member_id', '=', p.memberId)
    .orderBy('seq', 'desc'),
);
const FORGET_LINKS = query(
  (p: { ws: string; until: number; atMost: number }) => sql`
    DELETE FROM sign_in_links WHERE ${batch({
      table: 'sign_in_links',
      key: ['id'],
      ws: p.ws,
      where: sql`expires_at <= ${p.until}`,
      order: sql`expires_at`,
      rows: p.atMost,
      index: 'sign_in_links_by_end',
    })}`,
);

export function sessionStores(session: Session): Pick<Stores, 'sessions' | 'links'> {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = readingSessions(session.reportBadRow);
  return {
    sessions: {
      insert: async (added) =>
        andThen(session.next('row'), (seq) => insert(on, { ...encode(ws(), added), seq })),
      delete: async (id) => {
        session.keyholdersChanged = true;
        remove(on, { workspace_id: ws(), id });
      },
      byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
      list: async ({ memberId }, { limit, after }) => {
        const values = { ws: ws(), before: below(after), limit: limit + 1 };
        const rows =
          memberId === undefined
            ? await LIST.few(on, values)
            : await LIST_OF_MEMBER.few(on, { ...values, memberId });
        return decodedPage(rows, limit, read);
      },
      ofKey: async (keyId) => andThen(SESSIONS_OF_KEY.all(on, { ws: ws(), keyId }), read.all),
      personHasSession: async (memberId, now) =>
        andThen(SESSIONS_OF_MEMBER.all(on, { ws: ws(), memberId }), (rows) =>
          rows.some(({ expires_at }) => expires_at > now),
        ),
      trim: async (memberId, keep) => {
        const beyond = (await SESSIONS_OF_MEMBER.all(on, { ws: ws(), memberId })).slice(keep);
        if (beyond.length > 0) session.keyholdersChanged = true;
        for (const { id } of beyond) remove(on, { workspace_id: ws(), id });
        return read.all(beyond);
      },
      // The cached keyholders need not be dropped: to them `usedAt` is only a hint.
      touch: async (id, usedAt) => TOUCH.run(on, { ws: ws(), id, usedAt }),
      renew: async (id, expiresAt) => {
        session.keyholdersChanged = true;
        RENEW.run(on, { ws: ws(), id, expiresAt });
      },
      // Expired sessions are invalid anyway, so no cache needs to be dropped.
      forget: async (until, atMost) => FORGET.changes(on, { ws: ws(), until, atMost }),
    },
    links: {
      insert: async ({ id, memberId, codeHash, expiresAt }, atMost) => {
        const others = await LINKS_OF_MEMBER.all(on, { ws: ws(), memberId });
        for (const other of others.slice(atMost - 1)) removeLink(on, { workspace_id: ws(), id: other.id });
        return andThen(session.next('row'), (seq) =>
          insertLink(on, {
            workspace_id: ws(),
            id,
            member_id: memberId,
            seq,
            code_hash: codeHash,
            expires_at: expiresAt,
          }),
        );
      },
      byId: async (id) =>
        andThen(LINK.get(on, { ws: ws(), id }), (row) =>
          row ? { id, memberId: row.member_id, codeHash: row.code_hash, expiresAt: row.expires_at } : null,
        ),
      delete: async (id) => removeLink(on, { workspace_id: ws(), id }),
      forget: async (until, atMost) => FORGET_LINKS.changes(on, { ws: ws(), until, atMost }),
    },
  };
}

const { encode, decode } = entityOf<WebSession, Row>()(sessions, {
  unsaved: ['seq'],
  columns: {},
  fields: {},
});

export const readingSessions = (onBadRow: BadRowListener): Reading<Row, WebSession> =>
  reading(onBadRow, 'sessions', ({ id }: Row) => id, decode);
