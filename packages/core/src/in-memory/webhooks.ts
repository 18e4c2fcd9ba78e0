import type { Stores } from '../ports.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { nameOf } from './members.ts';
import type { Tables } from './tables.ts';

export function webhookStores(tables: Tables): Pick<Stores, 'webhooks' | 'deliveries'> {
  const { webhooks, deliveries } = tables;

  const view = (webhook: Webhook): Webhook => ({
    ...webhook,
    creator: { id: webhook.creator.id, name: nameOf(tables, webhook.creator.id) },
  });
  const of = (webhookId: string) => deliveries.filter((each) => each.webhookId === webhookId);
  const waiting = (webhookId: string) => of(webhookId).filter(({ nextAt }) => nextAt !== null);
  const byTime = (a: Delivery, b: Delivery) => (a.nextAt ?? 0) - (b.nextAt ?? 0);

  return {
    webhooks: {
      insert: async (webhook) => webhooks.put(webhook.id, webhook),
      update: async (webhook) => webhooks.put(webhook.id, webhook),
      remove: async (id) => webhooks.delete(id),
      byId: async (id) => {
        const webhook = webhooks.get(id);
        return webhook ? view(webhook) : null;
      },
      list: async (slice) => {
        const page = webhooks.page(() => true, slice, 'newest');
        return { ...page, items: page.items.map(view) };
      },
      all: async () => webhooks.filter(() => true).map(view),
      clear: async (before, atMost) => {
        const old = deliveries
          .filter(
            ({ webhookId, createdAt, nextAt }) =>
              !webhooks.get(webhookId) || (nextAt === null && createdAt < before),
          )
          .slice(0, atMost);
        for (const { id } of old) deliveries.delete(id);
        return old.length === atMost;
      },
    },
    deliveries: {
      insert: async (delivery) => deliveries.put(delivery.id, delivery),
      plan: async (planned, now) => {
        for (const delivery of planned) {
          const { webhookId, messageId } = delivery;
          const already = deliveries.find(
            (each) => each.webhookId === webhookId && each.messageId === messageId,
          );
          if (already) {
            deliveries.put(already.id, { ...already, status: 'pending', attempts: 0, nextAt: now });
          } else deliveries.put(delivery.id, delivery);
        }
      },
      update: async (delivery) => deliveries.put(delivery.id, delivery),
      byId: async (webhookId, id) => {
        const delivery = deliveries.get(id);
        return delivery?.webhookId === webhookId ? delivery : null;
      },
      list: async (webhookId, status, slice) =>
        deliveries.page(
          (each) => each.webhookId === webhookId && (status === undefined || each.status === status),
          slice,
          'newest',
        ),
      due: async (webhookId, now, atMost, testsAlone) =>
        waiting(webhookId)
          .filter(({ nextAt, seq }) => (nextAt ?? 0) <= now && (!testsAlone || seq === null))
          .sort(byTime)
          .slice(0, atMost),
      countPending: async (webhookId, atMost) =>
        Math.min(of(webhookId).filter(({ status }) => status === 'pending').length, atMost),
      nextDue: async (webhookId, testsAlone) =>
        waiting(webhookId)
          .filter(({ seq }) => !testsAlone || seq === null)
          .sort(byTime)[0]?.nextAt ?? null,
    },
  };
}
