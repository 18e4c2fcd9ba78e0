import type { Stores, Subscription } from '@tandem/core';
import { MAX_SUBSCRIBERS } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { JOIN_IN_ORDER, textsAs } from '../../dialect.ts';
import { query, WS } from '../../query.ts';
import { deleteFrom } from '../../rows.ts';
import { onTask, scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';

/** Looks for the members first: counting the subscribers of a busy task takes a millisecond. */
const ADD = query(
  (p: { ws: string; number: number; memberIds: string }) => sql`
    INSERT INTO subscriptions (workspace_id, number, member_id)
    SELECT ${p.ws}, ${p.number}, missing.value FROM (
      SELECT given.value, row_number() OVER () AS position FROM ${textsAs('given', p.memberIds)}
      WHERE NOT EXISTS (
        SELECT 1 FROM subscriptions
        WHERE workspace_id = ${p.ws} AND number = ${p.number} AND member_id = given.value)) missing
    WHERE missing.position + (SELECT count(*) FROM (
      SELECT 1 FROM subscriptions WHERE workspace_id = ${p.ws} AND number = ${p.number}
      LIMIT ${sql.lit(MAX_SUBSCRIBERS)}) page) <= ${sql.lit(MAX_SUBSCRIBERS)}
    ON CONFLICT DO NOTHING`,
);
const HAS = query(
  (p: { ws: string; number: number; memberId: string }) => sql`
    SELECT 1 FROM subscriptions
    WHERE workspace_id = ${p.ws} AND number = ${p.number} AND member_id = ${p.memberId}`,
);
const PEOPLE = query(
  (p: { ws: string; number: number }) => sql<{ member_id: string }>`
    SELECT s.member_id FROM subscriptions s
    ${JOIN_IN_ORDER} members m ON m.workspace_id = s.workspace_id AND m.id = s.member_id
    WHERE s.workspace_id = ${p.ws} AND s.number = ${p.number} AND m.type = 'human' AND m.deleted = 0
    ORDER BY s.member_id`,
);
const remove = deleteFrom('subscriptions', ['workspace_id', 'number', 'member_id']);

export function subscriptionStore(session: Session): Stores['subscriptions'] {
  const { connection: on } = session;
  return {
    add: async (number, memberIds) =>
      ADD.run(on, { ws: session.workspaceId, number, memberIds: JSON.stringify([...new Set(memberIds)]) }),
    remove: async (number, member_id) => remove(on, { workspace_id: session.workspaceId, number, member_id }),
    has: async (number, memberId) =>
      andThen(HAS.get(on, { ws: session.workspaceId, number, memberId }), (row) => row !== undefined),
    people: async (number) =>
      andThen(PEOPLE.all(on, { ws: session.workspaceId, number }), (rows) =>
        rows.map(({ member_id }) => member_id),
      ),
  };
}

export const scanSubscriptions = scanOf<Schema['subscriptions'], Subscription>({
  table: 'subscriptions',
  select: sql`SELECT x.* FROM subscriptions x`,
  alias: 'x',
  key: { number: -1, member_id: '' },
  where: onTask(WS),
  decode: (row) => ({ taskNumber: row.number, memberId: row.member_id }),
});
