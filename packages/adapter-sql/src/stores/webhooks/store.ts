import type { Delivery, Stores, Webhook } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { indexedBy, JOIN_IN_ORDER, thenBy } from '../../dialect.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { deliveries, webhooks } from './tables.ts';

type Row = Schema['webhooks'];
type DeliveryRow = Schema['deliveries'];

interface View extends Row {
  creator_name: string | null;
}

const insertWebhook = insertInto('webhooks');
const updateWebhook = updateRow('webhooks', ['workspace_id', 'id']);
const insertDelivery = insertInto('deliveries');
const updateDelivery = updateRow('deliveries', ['workspace_id', 'id']);

const VIEW = sql`
  SELECT w.*, m.name AS creator_name FROM webhooks w
  LEFT JOIN members m ON m.workspace_id = w.workspace_id AND m.id = w.creator_id`;
const BY_ID = query(
  (p: { ws: string; id: string }) => sql<View>`
    ${VIEW} WHERE w.workspace_id = ${p.ws} AND w.id = ${p.id} AND w.removed = 0`,
);
const ALL = query(
  (p: { ws: string }) => sql<View>`
    ${VIEW} WHERE w.workspace_id = ${p.ws} AND w.removed = 0 ORDER BY w.seq`,
);
const LIST = query(
  (p: { ws: string; before: number; limit: number }) => sql<View>`
    ${VIEW} WHERE w.workspace_id = ${p.ws} AND w.removed = 0 AND w.seq < ${p.before}
    ORDER BY w.seq DESC LIMIT ${p.limit}`,
);
const REMOVE = query(
  (p: { ws: string; id: string }) => sql`
    UPDATE webhooks SET removed = 1, enabled = 0 WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const REMOVED = query(
  (p: { ws: string }) => sql<{ id: string }>`
    SELECT id FROM webhooks WHERE workspace_id = ${p.ws} AND removed = 1 ORDER BY seq LIMIT 1`,
);
const CLEAR_OF = query(
  (p: { ws: string; id: string; atMost: number }) => sql`
    DELETE FROM deliveries WHERE workspace_id = ${p.ws} AND id IN (
      SELECT id FROM deliveries ${indexedBy('deliveries_in_order')}
      WHERE workspace_id = ${p.ws} AND webhook_id = ${p.id} ORDER BY seq LIMIT ${p.atMost})`,
);
const DROP = query(
  (p: { ws: string; id: string }) => sql`DELETE FROM webhooks WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const CLEAR_OLD = query(
  (p: { ws: string; before: number; atMost: number }) => sql`
    DELETE FROM deliveries WHERE workspace_id = ${p.ws} AND id IN (
      SELECT id FROM deliveries ${indexedBy('deliveries_by_age')}
      WHERE workspace_id = ${p.ws} AND next_at IS NULL AND created_at < ${p.before} ORDER BY created_at LIMIT ${p.atMost})`,
);

/** An existing delivery restarts and keeps its id and position. */
const PLAN = query(
  (p: DeliveryRow) => sql`
    INSERT INTO deliveries (workspace_id, id, seq, webhook_id, message_id, type, event_seq, status, attempts, next_at,
      created_at)
    VALUES (${p.workspace_id}, ${p.id}, ${p.seq}, ${p.webhook_id}, ${p.message_id}, ${p.type}, ${p.event_seq},
      ${p.status}, ${p.attempts}, ${p.next_at}, ${p.created_at})
    ON CONFLICT (workspace_id, webhook_id, message_id) DO UPDATE SET
      status = excluded.status, attempts = 0, next_at = excluded.next_at`,
);
const DELIVERY = query(
  (p: { ws: string; webhook: string; id: string }) => sql<DeliveryRow>`
    SELECT * FROM deliveries WHERE workspace_id = ${p.ws} AND id = ${p.id} AND webhook_id = ${p.webhook}`,
);
const DELIVERIES = query(
  (p: { ws: string; webhook: string; before: number; limit: number }) => sql<DeliveryRow>`
    SELECT * FROM deliveries ${indexedBy('deliveries_in_order')}
    WHERE workspace_id = ${p.ws} AND webhook_id = ${p.webhook} AND seq < ${p.before}
    ORDER BY seq DESC LIMIT ${p.limit}`,
);
const DELIVERIES_OF_STATUS = query(
  (p: { ws: string; webhook: string; status: string; before: number; limit: number }) => sql<DeliveryRow>`
    SELECT * FROM deliveries ${indexedBy('deliveries_by_status')}
    WHERE workspace_id = ${p.ws} AND webhook_id = ${p.webhook} AND status = ${p.status} AND seq < ${p.before}
    ORDER BY seq DESC LIMIT ${p.limit}`,
);
const DUE = query(
  (p: { ws: string; webhook: string; now: number; atMost: number }) => sql<DeliveryRow>`
    SELECT * FROM deliveries ${indexedBy('deliveries_due')}
    WHERE workspace_id = ${p.ws} AND webhook_id = ${p.webhook} AND next_at IS NOT NULL AND next_at <= ${p.now}
    ORDER BY next_at, seq LIMIT ${p.atMost}`,
);
const DUE_TESTS = query(
  (p: { ws: string; webhook: string; now: number; atMost: number }) => sql<DeliveryRow>`
    SELECT d.* FROM (
      SELECT seq AS at FROM deliveries ${indexedBy('deliveries_tests_due')}
      WHERE workspace_id = ${p.ws} AND webhook_id = ${p.webhook} AND next_at IS NOT NULL AND event_seq IS NULL
        AND next_at <= ${p.now}
      ORDER BY next_at${thenBy('seq')} LIMIT ${p.atMost}
    ) page
    ${JOIN_IN_ORDER} deliveries d ${indexedBy('deliveries_in_order')}
      ON d.workspace_id = ${p.ws} AND d.webhook_id = ${p.webhook} AND d.seq = page.at`,
);
const NEXT_DUE = query(
  (p: { ws: string; webhook: string }) => sql<{ at: number }>`
    SELECT next_at AS at FROM deliveries ${indexedBy('deliveries_due')}
    WHERE workspace_id = ${p.ws} AND webhook_id = ${p.webhook} AND next_at IS NOT NULL ORDER BY next_at LIMIT 1`,
);
const NEXT_TEST_DUE = query(
  (p: { ws: string; webhook: string }) => sql<{ at: number }>`
    SELECT next_at AS at FROM deliveries ${indexedBy('deliveries_tests_due')}
    WHERE workspace_id = ${p.ws} AND webhook_id = ${p.webhook} AND next_at IS NOT NULL AND event_seq IS NULL
    ORDER BY next_at LIMIT 1`,
);
const PENDING = query(
  (p: { ws: string; webhook: string; atMost: number }) => sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM deliveries ${indexedBy('deliveries_by_status')}
      WHERE workspace_id = ${p.ws} AND webhook_id = ${p.webhook} AND status = 'pending' LIMIT ${p.atMost}) page`,
);

export function webhookStores(session: Session): Pick<Stores, 'webhooks' | 'deliveries'> {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'webhooks', ({ id }: View) => id, decode);
  const readDelivery = reading(
    session.reportBadRow,
    'deliveries',
    ({ id }: DeliveryRow) => id,
    decodeDelivery,
  );
  return {
    webhooks: {
      insert: async (webhook) =>
        andThen(session.next('row'), (seq) =>
          insertWebhook(on, { ...encode(ws(), webhook), seq, removed: 0 }),
        ),
      update: async (webhook) => {
        updateWebhook(on, encode(ws(), webhook));
      },
      remove: async (id) => REMOVE.run(on, { ws: ws(), id }),
      byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
      list: async ({ limit, after }) =>
        andThen(LIST.few(on, { ws: ws(), before: below(after), limit: limit + 1 }), (rows) =>
          decodedPage(rows, limit, read),
        ),
      all: async () => andThen(ALL.all(on, { ws: ws() }), read.all),
      clear: async (before, atMost) => {
        const removed = (await REMOVED.get(on, { ws: ws() }))?.id;
        if (removed === undefined)
          return (await CLEAR_OLD.changes(on, { ws: ws(), before, atMost })) === atMost;
        const cleared = await CLEAR_OF.changes(on, { ws: ws(), id: removed, atMost });
        if (cleared < atMost) DROP.run(on, { ws: ws(), id: removed });
        return true;
      },
    },
    deliveries: {
      insert: async (delivery) =>
        andThen(session.next('row'), (seq) => insertDelivery(on, { ...encodeDelivery(ws(), delivery), seq })),
      plan: async (planned) => {
        for (const delivery of planned) {
          PLAN.run(on, { ...encodeDelivery(ws(), delivery), seq: await session.next('row') });
        }
      },
      update: async (delivery) => {
        updateDelivery(on, encodeDelivery(ws(), delivery));
      },
      byId: async (webhook, id) => andThen(DELIVERY.get(on, { ws: ws(), webhook, id }), readDelivery.one),
      list: async (webhook, status, { limit, after }) => {
        const values = { ws: ws(), webhook, before: below(after), limit: limit + 1 };
        const rows = status
          ? await DELIVERIES_OF_STATUS.few(on, { ...values, status })
          : await DELIVERIES.few(on, values);
        return decodedPage(rows, limit, readDelivery);
      },
      due: async (webhook, now, atMost, testsAlone) =>
        andThen((testsAlone ? DUE_TESTS : DUE).all(on, { ws: ws(), webhook, now, atMost }), readDelivery.all),
      countPending: async (webhook, atMost) =>
        andThen(PENDING.get(on, { ws: ws(), webhook, atMost }), (row) => row?.n ?? 0),
      nextDue: async (webhook, testsAlone) =>
        andThen(
          (testsAlone ? NEXT_TEST_DUE : NEXT_DUE).get(on, { ws: ws(), webhook }),
          (row) => row?.at ?? null,
        ),
    },
  };
}

const read = readersOf(webhooks);

const { encode, decode } = entityOf<Webhook, View>()(webhooks, {
  unsaved: ['seq', 'removed'],
  columns: {
    creator_id: ({ creator }) => creator.id,
    old_secret: ({ oldSecret }) => oldSecret?.secret ?? null,
    old_secret_until: ({ oldSecret }) => oldSecret?.until ?? null,
  },
  fields: {
    creator: (row) => ({ id: row.creator_id, name: row.creator_name ?? '' }),
    oldSecret: (row) => {
      const until = read.old_secret_until(row);
      return row.old_secret === null || until === null ? null : { secret: row.old_secret, until };
    },
  },
});

const { encode: encodeDelivery, decode: decodeDelivery } = entityOf<Delivery, DeliveryRow>()(deliveries, {
  unsaved: ['seq'],
  columns: { event_seq: ({ seq }) => seq },
  fields: { seq: (row) => row.event_seq },
});
