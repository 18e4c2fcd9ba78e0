import type { Agent, AgentLimits, Member, Stores } from '@tandem/core';
import { AGENT_STATUSES, DEFAULT_MAX_CLAIMS, fold } from '@tandem/core';
import { sql } from 'kysely';
import { count, date, dateOrNull, isObjectOf, json, oneOf } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { recount } from '../../counting.ts';
import { indexedBy, inOrderOfInsertion, textsOf } from '../../dialect.ts';
import { decodeExternalId, externalIdColumns } from '../../external-id.ts';
import { below, decodedPage } from '../../page.ts';
import { db, query } from '../../query.ts';
import { type BadRowListener, type Reading, reading } from '../../reading.ts';
import { deleteFrom, insertInto, updateRow } from '../../rows.ts';
import { scanOf } from '../../scan.ts';
import { countsOf, type Session } from '../../session.ts';
import { remove } from '../removals/store.ts';
import type { Schema } from '../schema.ts';

type Row = Schema['members'];

export interface MemberView extends Readonly<Row> {
  reports_to_name: string | null;
}

const VIEW = sql`
  SELECT m.*, r.name AS reports_to_name
  FROM members m LEFT JOIN members r ON r.workspace_id = m.workspace_id AND r.id = m.reports_to
    AND r.deleted = 0`;

const insert = insertInto('members');
const update = updateRow('members', ['workspace_id', 'id']);
const insertInvitation = insertInto('invitations');
const clearInvitations = deleteFrom('invitations', ['workspace_id', 'member_id']);
const FORGET = query(
  (p: { ws: string; id: string }) => sql`
    UPDATE members SET deleted = 2 WHERE workspace_id = ${p.ws} AND id = ${p.id} AND deleted = 1`,
);
const clearLinks = deleteFrom('sign_in_links', ['workspace_id', 'member_id']);
const deleteInvitation = deleteFrom('invitations', ['workspace_id', 'id']);

/** Also finds removed members. */
export const MEMBER = query(
  (p: { ws: string; id: string | null }) => sql<MemberView>`
    SELECT m.*, NULL AS reports_to_name FROM members m WHERE m.workspace_id = ${p.ws} AND m.id = ${p.id}`,
);
const BY_ID = query(
  (p: { ws: string; id: string }) => sql<MemberView>`
    ${VIEW} WHERE m.workspace_id = ${p.ws} AND m.id = ${p.id} AND m.deleted = 0`,
);
const BY_NAME = query(
  (p: { ws: string; nameKey: string }) => sql<MemberView>`
    ${VIEW} WHERE m.workspace_id = ${p.ws} AND m.taken_name_key = ${p.nameKey}`,
);
const BY_NAMES = query(
  (p: { ws: string; names: string }) => sql<{ id: string; name: string }>`
    SELECT id, name FROM members WHERE workspace_id = ${p.ws} AND taken_name_key IN ${textsOf(p.names)}`,
);
const BY_EXTERNAL_ID = query(
  (p: { ws: string; key: string }) => sql<MemberView>`
    ${VIEW} WHERE m.workspace_id = ${p.ws} AND m.external_id = ${p.key} AND m.deleted = 0`,
);
const BY_DISPLAY_NAME = query(
  (p: { ws: string; key: string }) => sql<MemberView>`
    ${VIEW} WHERE m.workspace_id = ${p.ws} AND m.display_name_key = ${p.key} AND m.deleted = 0
    ORDER BY m.seq LIMIT 2`,
);
/** Names can be reused, so several removed members may share one; at most this many, the latest, are found. */
const MAX_NAMESAKES = 1_000;
// UNION ALL, because SQLite would evaluate UNION by walking all members in id order.
const IDS_MATCHING = query(
  (p: { ws: string; nameKey: string; id: string }) => sql<{ id: string; merged_into: string | null }>`
    SELECT id, merged_into FROM (
      SELECT id, NULL AS merged_into FROM members WHERE workspace_id = ${p.ws} AND name_key = ${p.nameKey}
      ORDER BY ${inOrderOfInsertion('seq')} DESC LIMIT ${sql.lit(MAX_NAMESAKES)}) page
    UNION ALL SELECT id, merged_into FROM members WHERE workspace_id = ${p.ws} AND id = ${p.id}
    UNION ALL SELECT id, merged_into FROM members WHERE workspace_id = ${p.ws} AND merged_into = ${p.id}`,
);
interface ListValues {
  ws: string;
  type: string;
  status: string;
  before: number;
  limit: number;
}
const list = (where: (p: ListValues) => ReturnType<typeof sql>) =>
  query(
    (p: ListValues) => sql<MemberView>`
      ${VIEW} WHERE m.workspace_id = ${p.ws} AND m.deleted = 0 ${where(p)} AND m.seq < ${p.before}
      ORDER BY m.seq DESC LIMIT ${p.limit}`,
  );
const LIST = list(() => sql``);
const LIST_BY_TYPE = list((p) => sql`AND m.type = ${p.type}`);
const LIST_BY_STATUS = list((p) => sql`AND m.type = ${p.type} AND m.status = ${p.status}`);

const MARK_REMOVED = query((p: { ws: string; id: string }) =>
  db
    .updateTable('members')
    .set({ deleted: 1, taken_name_key: null, external_id: null, external_url: null })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id),
);
/** Joins show a merged member as its person: it has the person's names. */
const MARK_MERGED = query((p: Names & { id: string }) =>
  db
    .updateTable('members')
    .set({
      ...named(p),
      deleted: 2,
      taken_name_key: null,
      external_id: null,
      external_url: null,
      merged_into: p.into,
    })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id),
);
const RENAME_MERGED = query((p: Names) =>
  db.updateTable('members').set(named(p)).where('workspace_id', '=', p.ws).where('merged_into', '=', p.into),
);
const MERGED = query(
  (p: { ws: string; id: string }) => sql<{ merged_into: string }>`
    SELECT merged_into FROM members WHERE workspace_id = ${p.ws} AND id = ${p.id} AND merged_into IS NOT NULL`,
);
const ALL_MERGED = query(
  (p: { ws: string }) => sql<{ id: string; merged_into: string }>`
    SELECT id, merged_into FROM members ${indexedBy('members_merged')}
    WHERE workspace_id = ${p.ws} AND merged_into IS NOT NULL`,
);
const INVITATION = query((p: { ws: string; id: string }) =>
  db.selectFrom('invitations').selectAll().where('workspace_id', '=', p.ws).where('id', '=', p.id),
);
/** One lookup per member by invitations_by_member; keys and sessions are read only where it finds an invitation. */
const OPEN_INVITATIONS = query(
  (p: { ws: string; memberIds: string; now: number }) => sql<{ member_id: string; expires_at: number }>`
    SELECT i.member_id, i.expires_at
    FROM invitations i LEFT JOIN members c ON c.workspace_id = i.workspace_id AND c.id = i.created_by
    WHERE i.workspace_id = ${p.ws} AND i.member_id IN ${textsOf(p.memberIds)} AND i.expires_at > ${p.now}
      AND (i.created_by IS NULL OR (c.type = 'human' AND c.role = 'admin' AND c.deleted = 0))
      AND NOT EXISTS (
        SELECT 1 FROM keys k WHERE k.workspace_id = i.workspace_id AND k.member_id = i.member_id
          AND k.kind = 'person' AND (k.expires_at IS NULL OR k.expires_at > ${p.now}))
      AND NOT EXISTS (
        SELECT 1 FROM sessions s WHERE s.workspace_id = i.workspace_id AND s.member_id = i.member_id
          AND s.expires_at > ${p.now})`,
);

const ADMINS = query(
  (p: { ws: string }) => sql<{ id: string }>`
    SELECT id FROM members ${indexedBy('members_by_type')}
    WHERE workspace_id = ${p.ws} AND deleted = 0 AND type = 'human' AND role = 'admin' ORDER BY seq`,
);

interface Names {
  ws: string;
  into: string;
  name: string;
  nameKey: string;
  displayName: string;
  displayNameKey: string;
}
const named = (p: Names) => ({
  name: p.name,
  name_key: p.nameKey,
  display_name: p.displayName,
  display_name_key: p.displayNameKey,
});
const namesOf = (ws: string, { id, name, displayName }: Member): Names => ({
  ws,
  into: id,
  name,
  nameKey: fold(name),
  displayName,
  displayNameKey: fold(displayName),
});

export function memberStore(session: Session): Stores['members'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = readingMembers(session.reportBadRow);

  const total = async (type: Member['type'], bucket: string | undefined) =>
    (await countsOf(session, 'members', type))
      .filter((count) => bucket === undefined || count.bucket === bucket)
      .reduce((sum, { n }) => sum + n, 0);
  return {
    insert: async (member) =>
      andThen(session.next('row'), (seq) =>
        insert(on, {
          ...encode(ws(), member),
          seq,
          chats_from: 0,
          chat_events_after: 0,
          merged_into: null,
        }),
      ),
    update: async (member) => {
      session.keyholdersChanged = true;
      update(on, encode(ws(), member));
      if (member.type === 'human') RENAME_MERGED.run(on, namesOf(ws(), member));
    },
    remove: async ({ id }, at) => {
      session.keyholdersChanged = true;
      recount(on, 'members', { after: { workspace_id: ws(), id } }, () =>
        MARK_REMOVED.run(on, { ws: ws(), id }),
      );
      clearInvitations(on, { workspace_id: ws(), member_id: id });
      clearLinks(on, { workspace_id: ws(), member_id: id });
      await remove(session, 'member', id, { at });
    },
    merge: async ({ id }, into, at) => {
      session.keyholdersChanged = true;
      recount(on, 'members', { after: { workspace_id: ws(), id } }, () =>
        MARK_MERGED.run(on, { ...namesOf(ws(), into), id }),
      );
      await remove(session, 'member', id, { at });
    },
    mergedInto: async (id) => andThen(MERGED.get(on, { ws: ws(), id }), (row) => row?.merged_into ?? null),
    merged: async () =>
      andThen(
        ALL_MERGED.all(on, { ws: ws() }),
        (rows) => new Map(rows.map(({ id, merged_into }) => [id, merged_into])),
      ),
    forget: async (id) => FORGET.run(on, { ws: ws(), id }),
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
    byName: async (name) => andThen(BY_NAME.get(on, { ws: ws(), nameKey: fold(name) }), read.one),
    byNames: async (names) => BY_NAMES.all(on, { ws: ws(), names: JSON.stringify(names) }),
    byExternalId: async (key) => andThen(BY_EXTERNAL_ID.get(on, { ws: ws(), key }), read.one),
    byDisplayName: async (displayName) =>
      andThen(BY_DISPLAY_NAME.all(on, { ws: ws(), key: fold(displayName) }), (rows) =>
        rows.map((row) => read.one(row) as Member),
      ),
    idsMatching: async (nameOrId) => {
      const rows = await IDS_MATCHING.all(on, { ws: ws(), nameKey: fold(nameOrId), id: nameOrId });
      const byId = rows.filter(({ id, merged_into }) => id === nameOrId || merged_into === nameOrId);
      return [...new Set(byId.length > 0 ? byId.flatMap(withPerson) : rows.map(({ id }) => id))];
    },
    list: async ({ type }, { limit, after }) => {
      const values = { ws: ws(), type: type ?? '', status: '', before: below(after), limit: limit + 1 };
      return decodedPage(await (type ? LIST_BY_TYPE : LIST).few(on, values), limit, read);
    },
    agents: async ({ status }, { limit, after }) => {
      const values = {
        ws: ws(),
        type: 'agent',
        status: status ?? '',
        before: below(after),
        limit: limit + 1,
      };
      const page = decodedPage(await (status ? LIST_BY_STATUS : LIST_BY_TYPE).few(on, values), limit, read);
      return { ...page, items: page.items as readonly Agent[], total: await total('agent', status) };
    },
    countAdmins: async () => total('human', 'admin'),
    adminIds: async () => andThen(ADMINS.all(on, { ws: ws() }), (rows) => rows.map(({ id }) => id)),
    putInvitation: async ({ id, memberId, createdBy, codeHash, expiresAt }) => {
      clearInvitations(on, { workspace_id: ws(), member_id: memberId });
      insertInvitation(on, {
        workspace_id: ws(),
        id,
        member_id: memberId,
        code_hash: codeHash,
        expires_at: expiresAt,
        created_by: createdBy,
      });
    },
    invitation: async (id) => {
      const row = await INVITATION.get(on, { ws: ws(), id });
      return row
        ? {
            id,
            memberId: row.member_id,
            createdBy: row.created_by,
            codeHash: row.code_hash,
            expiresAt: row.expires_at,
          }
        : null;
    },
    openInvitations: async (memberIds, now) =>
      andThen(
        OPEN_INVITATIONS.all(on, { ws: ws(), memberIds: JSON.stringify(memberIds), now }),
        (rows) => new Map(rows.map(({ member_id, expires_at }) => [member_id, expires_at])),
      ),
    deleteInvitation: async (id) => deleteInvitation(on, { workspace_id: ws(), id }),
    deleteInvitationOf: async (memberId) => clearInvitations(on, { workspace_id: ws(), member_id: memberId }),
  };
}

const withPerson = ({ id, merged_into }: { id: string; merged_into: string | null }): string[] =>
  merged_into === null ? [id] : [id, merged_into];

const encode = (
  workspaceId: string,
  member: Member,
): Omit<Row, 'seq' | 'chats_from' | 'chat_events_after' | 'merged_into'> => {
  const agent = member.type === 'agent' ? member : null;
  return {
    workspace_id: workspaceId,
    id: member.id,
    type: member.type,
    name: member.name,
    name_key: fold(member.name),
    taken_name_key: member.deleted ? null : fold(member.name),
    display_name: member.displayName,
    display_name_key: fold(member.displayName),
    email: member.email,
    external_id: externalIdColumns.external_id(member),
    external_url: externalIdColumns.external_url(member),
    role: member.type === 'human' ? member.role : null,
    external: Number(member.type === 'human' && member.external),
    emoji: agent?.emoji ?? null,
    title: agent?.title ?? null,
    status: agent?.status ?? null,
    model: agent?.model ?? null,
    avatar: agent?.avatar ?? null,
    reports_to: agent?.reportsTo?.id ?? null,
    paused: Number(agent?.paused ?? false),
    max_claims: agent?.maxClaims ?? DEFAULT_MAX_CLAIMS,
    limits: agent?.limits ? JSON.stringify(agent.limits) : null,
    verifier: Number(agent?.verifier ?? false),
    made_by: agent?.madeBy ?? null,
    deleted: Number(member.deleted),
    created_at: member.createdAt,
    updated_at: member.updatedAt,
  };
};

export const readingMembers = (onBadRow: BadRowListener): Reading<MemberView, Member> =>
  reading(onBadRow, 'members', ({ id }: MemberView) => id, decode);

const type = oneOf('type', ['human', 'agent']);
const status = oneOf('status', AGENT_STATUSES);
const limits = json('limits', 'object of limits', (value): value is AgentLimits =>
  isObjectOf(value, {
    usage: (usage) =>
      isObjectOf(usage, {}) &&
      Object.values(usage as object).every((limit) =>
        isObjectOf(limit, { perDay: (n) => typeof n === 'number' }),
      ),
  }),
);

function decode(row: MemberView): Member {
  const base = {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    email: row.email,
    externalId: decodeExternalId(row),
    createdAt: date('created_at', row.created_at),
    updatedAt: dateOrNull('updated_at', row.updated_at),
    deleted: row.deleted !== 0,
  };
  // New members come first in the literal: V8 makes a slow object when a large one is spread and then extended.
  if (type(row.type) === 'human') {
    // An unknown role gets the least privilege.
    const role = row.role === 'admin' ? 'admin' : 'member';
    return { type: 'human', role, external: row.external === 1, ...base };
  }
  return {
    type: 'agent',
    emoji: row.emoji ?? '',
    title: row.title,
    status: status(row.status),
    model: row.model ?? '',
    avatar: row.avatar,
    reportsTo:
      row.reports_to === null || row.reports_to_name === null
        ? null
        : { id: row.reports_to, name: row.reports_to_name },
    paused: row.paused === 1,
    maxClaims: count('max_claims', row.max_claims),
    limits: row.limits === null ? null : limits(row.limits),
    verifier: row.verifier === 1,
    madeBy: row.made_by,
    ...base,
  };
}

export const scanMembers = scanOf<MemberView, Member>({
  table: 'members',
  select: VIEW,
  alias: 'm',
  key: { deleted: -1, seq: -1 },
  where: sql`AND m.deleted < 2`,
  decode,
});
