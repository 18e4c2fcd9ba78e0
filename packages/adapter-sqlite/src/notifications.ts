import type { Notification, Stores } from '@tandem/core';
import { CALLER_TYPES, TASK_STATUSES } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { date, dateOrNull, oneOf } from './columns.ts';
import { below, decodedPage } from './page.ts';
import { query } from './query.ts';
import { reading } from './reading.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

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
    SELECT workspace_id, member_id, ${p.seq}, number, CASE WHEN member_id = ${p.reader} THEN ${p.now} END
    FROM subscriptions WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);

interface ListValues {
  ws: string;
  memberId: string;
  before: number;
  limit: number;
}
const view = (where: RawBuilder<unknown>) => sql<View>`
  SELECT n.*, t.title, t.status, e.actor_name, e.actor_type, e.old_value, e.new_value, e.reason, e.created_at
  FROM notifications n
  CROSS JOIN events e ON e.workspace_id = n.workspace_id AND e.seq = n.seq
  CROSS JOIN tasks t ON t.workspace_id = n.workspace_id AND t.number = n.number
  ${where}`;
const list = (condition: RawBuilder<unknown>) =>
  query((p: ListValues) =>
    view(sql`
      WHERE n.workspace_id = ${p.ws} AND n.member_id = ${p.memberId} AND n.seq < ${p.before} ${condition}
      ORDER BY n.seq DESC LIMIT ${p.limit}`),
  );
const LIST = list(sql``);
const LIST_UNREAD = list(sql`AND n.read_at IS NULL`);
const BY_SEQ = query((p: { ws: string; memberId: string; seq: number }) =>
  view(sql`WHERE n.workspace_id = ${p.ws} AND n.member_id = ${p.memberId} AND n.seq = ${p.seq}`),
);
const MARK = query(
  (p: { ws: string; memberId: string; seq: number; now: number }) => sql`
    UPDATE notifications SET read_at = ${p.now}
    WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND seq = ${p.seq}`,
);
const MARK_ALL = query(
  (p: { ws: string; memberId: string; now: number }) => sql`
    UPDATE notifications SET read_at = ${p.now}
    WHERE workspace_id = ${p.ws} AND member_id = ${p.memberId} AND read_at IS NULL`,
);

/** A notification's id is the number of its event, which one member sees once at most. */
const seqOf = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : -1);

export function notificationStore(session: Session): Stores['notifications'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(
    session.tellBadRow,
    'notifications',
    ({ member_id, seq }: View) => `${seq} of ${member_id}`,
    decode,
  );
  return {
    notify: async (number, seq, reader, now) => NOTIFY.run(on, { ws: ws(), number, seq, reader, now }),
    list: async (memberId, unread, { limit, after }) => {
      const before = below(after);
      const values = { ws: ws(), memberId, before, limit: limit + 1 };
      return decodedPage((unread ? LIST_UNREAD : LIST).all(on, values), limit, read);
    },
    byId: async (memberId, id) => read.one(BY_SEQ.get(on, { ws: ws(), memberId, seq: seqOf(id) })),
    markRead: async (memberId, id, now) => MARK.run(on, { ws: ws(), memberId, seq: seqOf(id), now }),
    markAllRead: async (memberId, now) => MARK_ALL.run(on, { ws: ws(), memberId, now }),
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
