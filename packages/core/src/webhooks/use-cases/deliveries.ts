import type { Caller } from '../../access/caller.ts';
import { eventsPruned, numberAt } from '../../events/position.ts';
import type { Ports } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound } from '../../shared/refusal.ts';
import { anew, type Delivery, type DeliveryStatus, TEST_TYPE, UNTRIED } from '../delivery.ts';
import { webhooksTopic } from '../signals.ts';
import type { Webhook } from '../webhook.ts';
import { checkEnabled, requireWebhook, webhookUnits } from './authorized.ts';

/** The deliveries of a webhook: reads, tests and repeats them. */
export function webhookDeliveries(ports: Ports) {
  const { clock, newId } = ports;
  const { changing, reading } = webhookUnits(ports);

  return {
    /** Sends one message of the type `webhook.test` soon, even if the webhook is disabled. */
    test: (caller: Caller, id: string): Promise<Delivery> =>
      changing(caller, id, async (stores, webhook) => {
        const now = clock();
        const delivery: Delivery = {
          id: newId(),
          webhookId: webhook.id,
          messageId: newId(),
          type: TEST_TYPE,
          seq: null,
          ...UNTRIED,
          nextAt: now,
          createdAt: now,
        };
        await stores.deliveries.insert(delivery);
        stores.signals.raise({ topic: webhooksTopic(caller.workspaceId), toOne: false });
        return delivery;
      }),
    /** Newest first. */
    deliveries: (
      caller: Caller,
      id: string,
      { status, ...page }: PageRequest & { status?: DeliveryStatus | undefined },
    ): Promise<Page<Delivery>> =>
      reading(caller, async (stores) => {
        const webhook = await requireWebhook(stores, id);
        return stores.deliveries.list(webhook.id, status, pageSlice(page));
      }),
    /** Restarts the delivery with all its attempts. 409 WEBHOOK_DISABLED. */
    retry: (caller: Caller, id: string, deliveryId: string): Promise<Delivery> =>
      changing(caller, id, async (stores, webhook) => {
        checkEnabled(webhook);
        const delivery = await stores.deliveries.byId(webhook.id, deliveryId);
        if (!delivery) throw notFound('delivery of this webhook');
        const after = anew(delivery, clock());
        await stores.deliveries.update(after);
        if (webhook.notBefore !== null) await stores.webhooks.update({ ...webhook, notBefore: null });
        stores.signals.raise({ topic: webhooksTopic(caller.workspaceId), toOne: false });
        return after;
      }),
    /** Sends all events after a position again; 400 INVALID_CURSOR, 409 WEBHOOK_DISABLED, 410 EVENTS_PRUNED. */
    replay: (caller: Caller, id: string, { after }: { after: string }): Promise<Webhook> =>
      changing(caller, id, async (stores, before) => {
        checkEnabled(before);
        const { keptAfter, last } = await stores.events.bounds();
        const position = numberAt(caller.workspaceId, after, last);
        if (position < keptAfter) throw eventsPruned(caller.workspaceId, keptAfter);
        const webhook = { ...before, position: Math.min(position, before.position) };
        await stores.webhooks.update(webhook);
        stores.signals.raise({ topic: webhooksTopic(caller.workspaceId), toOne: false });
        return webhook;
      }),
  };
}
