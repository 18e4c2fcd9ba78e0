import type { Caller } from '../../access/caller.ts';
import type { Ports } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import type { Webhook } from '../webhook.ts';
import { requireWebhook, webhookUnits } from './authorized.ts';
import { webhookChanges } from './change.ts';
import { webhookDeliveries } from './deliveries.ts';

/** Rows deleted per unit of work; small, so that requests do not wait long. */
const CLEAR_STEP = 500;

/** Endpoints that receive events; for admins only (docs/rules.md, Webhooks). */
export function webhookUseCases(ports: Ports) {
  const { storage, clock } = ports;
  const { reading } = webhookUnits(ports);

  return {
    ...webhookChanges(ports),

    /** Newest first. */
    list: (caller: Caller, page: PageRequest): Promise<Page<Webhook>> =>
      reading(caller, ({ webhooks }) => webhooks.list(pageSlice(page))),

    get: (caller: Caller, id: string): Promise<Webhook> =>
      reading(caller, (stores) => requireWebhook(stores, id)),

    ...webhookDeliveries(ports),

    /** Deletes deliveries older than `olderThanMs`, and those of deleted webhooks, in batches. */
    forget: async (olderThanMs: number): Promise<void> => {
      for (const { id } of await storage.directory.workspaces()) {
        const before = clock() - olderThanMs;
        while (await storage.write(id, ({ webhooks }) => webhooks.clear(before, CLEAR_STEP)));
      }
    },
  };
}
