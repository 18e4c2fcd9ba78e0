import type { Notification, Stores } from '@tandem/core';
import { CALLER_TYPES, TASK_STATUSES } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { date, dateOrNull, oneOf } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { batch, integer, JOIN_IN_ORDER } from '../../dialect.ts';
import { below, decodedPage } from '../../page.ts';
import { query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';

interface View extends Readonly<Schema['notifications']> {
  title: string;
  status: string;
  actor_name: string;
  actor_type: string;
  old_value: string;
  new_value: string;
  reason: string | null;
  created_at: number;
}

const NOTIFY = query(
  (p: { ws: string; number: number; seq: number; reader: string | null; now: number }) => sql`
    INSERT INTO notifications (workspace_id, member_id, seq, number, read_at)
    SELECT workspace_id, member_id, ${p.seq}, number, CASE WHEN member_id = ${p.reader} THEN ${integer(p.now)} END
    FROM subscriptions WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);

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

const view = (page: RawBuilder<unknown>) => sql<View>`
  SELECT page.workspace_id, page.member_id, page.seq, page.number, ${READ_AT} AS read_at, t.title, t.status,
    e.actor_name, e.actor_type, e.old_value, e.new_value, e.reason, e.created_at
  FROM (${page}) page
  ${JOIN_IN_ORDER} events e ON e.workspace_id = ${WS} AND e.seq = page.seq
  ${JOIN_IN_ORDER} tasks t ON t.workspace_id = ${WS} AND t.number = page.number AND t.archived < 2`;

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
    (p: ListValues) => sql<View>`${view(scanned(p, condition(p)))} ORDER BY page.seq DESC LIMIT ${p.limit}`,
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
  view(sql`
    SELECT * FROM notifications
    WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND seq = ${p.seq}`),
);
const MARK = query(
  (p: { ws: string; memberId: string; seq: number; now: number }) => sql`
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
  const read = reading(
    session.reportBadRow,
    'notifications',
    ({ member_id, seq }: View) => `${seq} of ${member_id}`,
    decode,
  );

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
    notify: async (number, seq, reader, now) => {
      NOTIFY.run(on, { ws: ws(), number, seq, reader, now });
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
    markAllRead: async (memberId, now) => {
      MARK_ALL.run(on, { ws: ws(), memberId, now });
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

const decode = (row: View): Notification => ({
  id: String(row.seq),
  kind: 'task_transitioned',
  task: { taskNumber: row.number, title: row.title, status: status(row.status) },
  actor: { name: row.actor_name, type: actorType(row.actor_type) },
  from: from(row.old_value),
  to: to(row.new_value),
  reason: row.reason,
  readAt: dateOrNull('read_at', row.read_at),
  createdAt: date('created_at of its event', row.created_at),
});
