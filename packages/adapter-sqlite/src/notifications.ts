import type { Notification, Stores } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { below, decodedPage } from './page.ts';
import { query } from './query.ts';
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
  return {
    notify: async (number, seq, reader, now) => NOTIFY.run(on, { ws: ws(), number, seq, reader, now }),
    list: async (memberId, unread, { limit, after }) => {
      const before = below(after);
      const values = { ws: ws(), memberId, before, limit: limit + 1 };
      return decodedPage((unread ? LIST_UNREAD : LIST).all(on, values), limit, decode);
    },
    byId: async (memberId, id) => {
      const row = BY_SEQ.get(on, { ws: ws(), memberId, seq: seqOf(id) });
      return row ? decode(row) : null;
    },
    markRead: async (memberId, id, now) => MARK.run(on, { ws: ws(), memberId, seq: seqOf(id), now }),
    markAllRead: async (memberId, now) => MARK_ALL.run(on, { ws: ws(), memberId, now }),
  };
}

const decode = (row: View): Notification => ({
  id: String(row.seq),
  kind: 'task_transitioned',
  task: { taskNumber: row.number, title: row.title, status: row.status as Notification['to'] },
  actor: { name: row.actor_name, type: row.actor_type as Notification['actor']['type'] },
  from: row.old_value as Notification['from'],
  to: row.new_value as Notification['to'],
  reason: row.reason,
  readAt: row.read_at,
  createdAt: row.created_at,
});
