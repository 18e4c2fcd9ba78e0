import type { Mention, Notification, NotificationKind, Stores } from '@tandem/core';
import { CALLER_TYPES, EXCERPT, MENTION_TEXT, NOTIFICATION_KINDS, TASK_STATUSES } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { date, dateOrNull, oneOf } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { batch, indexedBy, integer, JOIN_IN_ORDER, textsOf } from '../../dialect.ts';
import { below, decodedPage } from '../../page.ts';
import { query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';

interface View extends Readonly<Omit<Schema['notifications'], 'comment_id'>> {
  /** null for a deleted comment. */
  comment_id: string | null;
  title: string;
  status: string;
  actor_name: string;
  actor_type: string;
  field: string | null;
  old_value: string | null;
  new_value: string | null;
  reason: string | null;
  created_at: number;
}
interface NotificationView extends View {
  excerpt: string | null;
}
interface MentionView extends View {
  text: string;
}

interface Row {
  ws: string;
  number: number;
  seq: number;
  commentId: string | null;
}
/** Whether a member has not switched the kind off. */
const wants = (memberId: RawBuilder<unknown>, kind: NotificationKind) => sql`NOT EXISTS (
  SELECT 1 FROM preferences p WHERE p.workspace_id = ${WS} AND p.member_id = ${memberId}
    AND p.notifications_off LIKE ${sql.lit(`%"${kind}"%`)})`;
const COLUMNS = sql`(workspace_id, member_id, seq, number, read_at, kind, comment_id)`;

/** By kind. A member that was notified of the event by a stronger kind is left out. */
const NOTIFY = byKind((kind) =>
  query(
    (p: Row & { memberIds: string }) => sql`
      INSERT INTO notifications ${COLUMNS}
      SELECT m.workspace_id, m.id, ${integer(p.seq)}, ${integer(p.number)}, NULL, ${sql.lit(kind)}, ${p.commentId}
      FROM members m WHERE m.workspace_id = ${p.ws} AND m.id IN ${textsOf(p.memberIds)} AND m.deleted = 0
        AND ${wants(sql`m.id`, kind)}
      ON CONFLICT DO NOTHING`,
  ),
);
const NOTIFY_OF_MOVE = query(
  (p: Row & { actorId: string | null; now: number }) => sql`
    INSERT INTO notifications ${COLUMNS}
    SELECT s.workspace_id, s.member_id, ${integer(p.seq)}, s.number,
      CASE WHEN s.member_id = ${p.actorId} THEN ${integer(p.now)} END, 'moved', ${p.commentId}
    FROM subscriptions s WHERE s.workspace_id = ${p.ws} AND s.number = ${p.number} AND ${wants(sql`s.member_id`, 'moved')}
    ON CONFLICT DO NOTHING`,
);
const NOTIFY_OF_COMMENT = query(
  (p: Row & { actorId: string }) => sql`
    INSERT INTO notifications ${COLUMNS}
    SELECT s.workspace_id, s.member_id, ${integer(p.seq)}, s.number, NULL, 'commented', ${p.commentId}
    FROM subscriptions s WHERE s.workspace_id = ${p.ws} AND s.number = ${p.number} AND s.member_id <> ${p.actorId}
      AND ${wants(sql`s.member_id`, 'commented')}
    ON CONFLICT DO NOTHING`,
);

function byKind<T>(of: (kind: NotificationKind) => T) {
  return Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, of(kind)])) as Record<
    NotificationKind,
    T
  >;
}

interface ListValues {
  ws: string;
  memberId: string;
  before: number;
  limit: number;
}
/** A mark covers all notifications up to it that had not been read one by one; the earliest mark counts. */
const READ_AT = sql`COALESCE(page.read_at, (
  SELECT at FROM read_marks m WHERE m.workspace_id = ${WS} AND m.member_id = page.member_id
    AND m.up_to >= page.seq ORDER BY m.up_to LIMIT 1))`;
const LAST_MARK = (p: { ws: string; memberId: string }) => sql`
  (SELECT COALESCE(MAX(up_to), 0) FROM read_marks WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId})`;

const view = (page: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`
  SELECT page.workspace_id, page.member_id, page.seq, page.number, page.kind, c.id AS comment_id,
    ${READ_AT} AS read_at, t.title, t.status,
    e.actor_name, e.actor_type, e.field, e.old_value, e.new_value, e.reason, e.created_at, ${more}
  FROM (${page}) page
  ${JOIN_IN_ORDER} events e ON e.workspace_id = ${WS} AND e.seq = page.seq
  ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${WS} AND t.number = page.number AND t.archived < 2
  LEFT JOIN comments c ON c.workspace_id = ${WS} AND c.id = page.comment_id`;
const notificationView = (page: RawBuilder<unknown>) =>
  sql<NotificationView>`${view(page, sql`substr(c.body, 1, ${sql.lit(EXCERPT)}) AS excerpt`)}`;

/** Notifications that a page scans; those of removed tasks are skipped. */
const MAX_SCANNED = 1_000;
const scanned = (p: Omit<ListValues, 'limit'>, condition: RawBuilder<unknown>) => sql`
  SELECT * FROM notifications
  WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND seq < ${p.before} ${condition}
  ORDER BY seq DESC LIMIT ${sql.lit(MAX_SCANNED)}`;
const any = () => sql``;
const unreadOnly = (p: Omit<ListValues, 'limit'>) => sql`AND read_at IS NULL AND seq > ${LAST_MARK(p)}`;
const listOf = (condition: typeof unreadOnly) => ({
  page: query(
    (p: ListValues) =>
      sql<NotificationView>`${notificationView(scanned(p, condition(p)))} ORDER BY page.seq DESC LIMIT ${p.limit}`,
  ),
  /** The end of the scanned range, if the list is longer. */
  end: query(
    (p: Omit<ListValues, 'limit'>) => sql<{ seq: number }>`
      SELECT MIN(seq) AS seq FROM (${scanned(p, condition(p))}) page HAVING count(*) = ${sql.lit(MAX_SCANNED)}`,
  ),
});
const LIST = listOf(any);
const LIST_UNREAD = listOf(unreadOnly);
const BY_SEQ = query((p: { ws: string; memberId: string; seq: number }) =>
  notificationView(sql`
    SELECT * FROM notifications
    WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND seq = ${p.seq}`),
);
/** The text of the comment, or of the description; null if it has been deleted. */
const TEXT = sql`CASE WHEN page.comment_id IS NULL THEN t.description ELSE c.body END`;
const MENTIONS = query(
  (p: Omit<ListValues, 'before'>) => sql<MentionView>`
    ${view(
      sql`
        SELECT * FROM notifications ${indexedBy('notifications_mentions')}
        WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND kind = 'mentioned' AND read_at IS NULL
          AND seq > ${LAST_MARK(p)}`,
      sql`substr(${TEXT}, 1, ${sql.lit(MENTION_TEXT)}) AS text`,
    )} WHERE ${TEXT} IS NOT NULL ORDER BY page.seq LIMIT ${p.limit}`,
);
const MARK_MENTIONS = query(
  (p: { ws: string; memberId: string; upTo: number; now: number }) => sql`
    UPDATE notifications SET read_at = ${p.now}
    WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND kind = 'mentioned' AND read_at IS NULL
      AND seq <= ${p.upTo}`,
);
const UNMARK_MENTIONS = query(
  (p: { ws: string; memberId: string; readAt: number }) => sql`
    UPDATE notifications SET read_at = NULL
    WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND kind = 'mentioned' AND read_at = ${p.readAt}`,
);
const MARK = query(
  (p: { ws: string; memberId: string; seq: number; now: number | null }) => sql`
    UPDATE notifications SET read_at = ${p.now}
    WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND seq = ${p.seq}`,
);
const MARK_ALL = query(
  (p: { ws: string; memberId: string; now: number }) => sql`
    INSERT INTO read_marks (workspace_id, member_id, up_to, at)
    SELECT workspace_id, member_id, seq, ${p.now} FROM notifications
    WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND read_at IS NULL AND seq > ${LAST_MARK(p)}
    ORDER BY seq DESC LIMIT 1`,
);

/** A step of the binary search for the first event after a time: event times rise with their numbers. */
const EVENT_AT = query(
  (p: { ws: string; seq: number }) => sql<{ created_at: number }>`
    SELECT created_at FROM events WHERE workspace_id = ${p.ws} AND seq >= ${p.seq} ORDER BY seq LIMIT 1`,
);
const LAST_EVENT = query(
  (p: { ws: string }) => sql<{ seq: number | null }>`
    SELECT MAX(seq) AS seq FROM events WHERE workspace_id = ${p.ws}`,
);
const NEXT_MEMBER = query(
  (p: { ws: string; after: string }) => sql<{ member_id: string }>`
    SELECT member_id FROM notifications WHERE workspace_id = ${p.ws} AND member_id > ${p.after}
    ORDER BY member_id LIMIT 1`,
);
const FORGET = query(
  (p: { ws: string; memberId: string; before: number; rows: number }) => sql`
    DELETE FROM notifications WHERE ${batch({
      table: 'notifications',
      key: ['member_id', 'seq'],
      ws: p.ws,
      where: sql`member_id = ${p.memberId} AND seq < ${p.before}`,
      rows: p.rows,
      byKey: true,
    })}`,
);
const FORGET_MARKS = query(
  (p: { ws: string; memberId: string; before: number }) => sql`
    DELETE FROM read_marks
    WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND up_to < ${p.before}`,
);
/** Maximum members in one unit of work: each costs a lookup even if they have no old notifications. */
const MEMBERS_AT_ONCE = 250;

/** A notification's id is the number of its event: a member gets at most one notification per event. */
const seqOf = (id: string) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : -1);

export function notificationStore(session: Session): Stores['notifications'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'notifications', keyOf, decode);
  const mentions = reading(session.reportBadRow, 'notifications', keyOf, decodeMention);

  const firstSince = async (time: number): Promise<number> => {
    let low = 1;
    let high = ((await LAST_EVENT.get(on, { ws: ws() }))?.seq ?? 0) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (((await EVENT_AT.get(on, { ws: ws(), seq: middle }))?.created_at ?? time) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    notify: async ({ taskNumber, sequence, commentId, recipients, subscribers, actorId, now }) => {
      const row = { ws: ws(), number: taskNumber, seq: sequence, commentId };
      for (const kind of NOTIFICATION_KINDS) {
        const ids = recipients.filter((recipient) => recipient.kind === kind).map(({ memberId }) => memberId);
        if (ids.length > 0) NOTIFY[kind].run(on, { ...row, memberIds: JSON.stringify(ids) });
      }
      if (subscribers === 'moved') NOTIFY_OF_MOVE.run(on, { ...row, actorId, now });
      if (subscribers === 'commented') NOTIFY_OF_COMMENT.run(on, { ...row, actorId: actorId ?? '' });
    },
    list: async (memberId, unread, { limit, after }) => {
      const before = below(after);
      const list = unread ? LIST_UNREAD : LIST;
      const values = { ws: ws(), memberId, before };
      const page = decodedPage(await list.page.few(on, { ...values, limit: limit + 1 }), limit, read);
      return page.next === null ? { ...page, next: (await list.end.get(on, values))?.seq ?? null } : page;
    },
    byId: async (memberId, id) => andThen(BY_SEQ.get(on, { ws: ws(), memberId, seq: seqOf(id) }), read.one),
    markRead: async (memberId, id, now) => {
      MARK.run(on, { ws: ws(), memberId, seq: seqOf(id), now });
    },
    markUnread: async (memberId, id) => {
      MARK.run(on, { ws: ws(), memberId, seq: seqOf(id), now: null });
    },
    markAllRead: async (memberId, now) => {
      MARK_ALL.run(on, { ws: ws(), memberId, now });
    },
    mentions: async (memberId, limit) =>
      andThen(MENTIONS.all(on, { ws: ws(), memberId, limit }), mentions.all),
    markMentionsRead: async (memberId, upTo, now) => {
      MARK_MENTIONS.run(on, { ws: ws(), memberId, upTo: Number(upTo), now });
    },
    markMentionsUnread: async (memberId, readAt) => {
      UNMARK_MENTIONS.run(on, { ws: ws(), memberId, readAt });
    },
    forget: async (before, atMost, after) => {
      const first = await firstSince(before);
      let left = atMost;
      let at = after ?? '';
      for (let members = 0; members < MEMBERS_AT_ONCE; members++) {
        const memberId = (await NEXT_MEMBER.get(on, { ws: ws(), after: at }))?.member_id;
        if (memberId === undefined) return { forgotten: atMost - left, after: null };
        FORGET_MARKS.run(on, { ws: ws(), memberId, before: first });
        left -= await FORGET.changes(on, { ws: ws(), memberId, before: first, rows: left });
        if (left <= 0) return { forgotten: atMost, after: at };
        at = memberId;
      }
      return { forgotten: atMost - left, after: at };
    },
  };
}

const status = oneOf('status of its task', TASK_STATUSES);
const from = oneOf('old_value of its event', TASK_STATUSES);
const to = oneOf('new_value of its event', TASK_STATUSES);
const actorType = oneOf('actor_type of its event', CALLER_TYPES);

const keyOf = ({ member_id, seq }: View) => `${seq} of ${member_id}`;
const kind = oneOf('kind', NOTIFICATION_KINDS);

const decode = (row: NotificationView): Notification => ({
  id: String(row.seq),
  kind: kind(row.kind),
  task: { taskNumber: row.number, title: row.title, status: status(row.status) },
  actor: { name: row.actor_name, type: actorType(row.actor_type) },
  from: row.field === 'status' ? from(row.old_value) : null,
  to: row.field === 'status' ? to(row.new_value) : null,
  reason: row.reason,
  commentId: row.comment_id,
  excerpt: row.excerpt,
  readAt: dateOrNull('read_at', row.read_at),
  createdAt: date('created_at of its event', row.created_at),
});

const decodeMention = (row: MentionView): Mention => ({
  id: String(row.seq),
  taskNumber: row.number,
  title: row.title,
  by: { name: row.actor_name, type: actorType(row.actor_type) },
  commentId: row.comment_id,
  text: row.text,
  createdAt: date('created_at of its event', row.created_at),
});
