import type { Event } from '../../events/event.ts';
import { eventFilter } from '../../events/filter.ts';
import { eventTypeOf } from '../../events/types.ts';
import { FOR_WEBHOOKS } from '../../events/visible.ts';
import type { Ports } from '../../ports.ts';
import { type Delivery, UNTRIED } from '../delivery.ts';
import type { Webhook } from '../webhook.ts';
import { creatorIsAdmin, webhookDisabler } from './disabling.ts';

/** Events scanned per unit of work when planning deliveries. */
const PLANNED_AT_ONCE = 100;
/** Maximum untried deliveries per webhook; planning pauses until there are fewer. */
const MAX_PENDING = 1_000;
/** Irrelevant events that may be skipped before the position is saved. */
const MAX_PASSED_OVER = 1_000;

/** Plans the deliveries of events: stored before they are sent. */
export function deliveryPlanner(ports: Ports) {
  const { storage, clock, newId } = ports;
  const disable = webhookDisabler(ports);
  /** Positions reached without relevant events since the saved position, by webhook. */
  const passed = new Map<string, { readonly of: Webhook; readonly upTo: number }>();

  /** Plans deliveries of the next events; returns whether there may be more. */
  const plan = (workspaceId: string, id: string): Promise<boolean> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      if (!webhook?.enabled) return false;
      // Checked right before planning, so that nothing is planned after a demotion.
      if (!(await creatorIsAdmin(stores, webhook))) {
        await disable(stores, workspaceId, webhook, 'creator');
        return false;
      }
      if ((await stores.deliveries.countPending(id, MAX_PENDING)) >= MAX_PENDING) return false;
      const from = startOf(webhook);
      const { events, upTo, more } = await stores.events.after(from, PLANNED_AT_ONCE);
      const { wants } = eventFilter({ types: webhook.types });
      const wanted = events.filter((event) => wants(event) && FOR_WEBHOOKS.sees(event));
      if (wanted.length > 0)
        await stores.deliveries.plan(
          wanted.map((event) => deliveryOf(event, id)),
          clock(),
        );
      if (wanted.length > 0 || upTo - webhook.position > MAX_PASSED_OVER) {
        await stores.webhooks.update({ ...webhook, position: upTo });
      } else passed.set(id, { of: webhook, upTo });
      return more;
    });

  const deliveryOf = (event: Event, webhookId: string): Delivery => {
    const now = clock();
    return {
      id: newId(),
      webhookId,
      messageId: event.id,
      type: eventTypeOf(event),
      seq: event.seq,
      ...UNTRIED,
      nextAt: now,
      createdAt: now,
    };
  };

  const startOf = ({ id, position, types }: Webhook): number => {
    const known = passed.get(id);
    // Skipped events may match after the types have changed.
    const holds = known?.of.position === position && known.of.types.join() === types.join();
    return known && holds ? known.upTo : position;
  };

  /** A webhook sees what its creator sees, who no longer sees anything. */
  const dismiss = (workspaceId: string, id: string): Promise<void> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      if (!webhook?.enabled || (await creatorIsAdmin(stores, webhook))) return;
      await disable(stores, workspaceId, webhook, 'creator');
    });

  return { plan, startOf, dismiss };
}
