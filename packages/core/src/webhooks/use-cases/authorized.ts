import { type Caller, checkAdministers } from '../../access/caller.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import type { Ports, Stores } from '../../ports.ts';
import { notFound, Refusal } from '../../shared/refusal.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import type { WebhookSender } from '../sender.ts';
import type { Webhook } from '../webhook.ts';

export async function requireWebhook({ webhooks }: Stores, id: string): Promise<Webhook> {
  const webhook = await webhooks.byId(id);
  if (!webhook) throw notFound('webhook');
  return webhook;
}

/** Enabling a webhook moves its position, which would skip a repeat requested before. */
export function checkEnabled({ enabled }: Webhook): void {
  if (enabled) return;
  throw new Refusal(
    'WEBHOOK_DISABLED',
    'The webhook is disabled. Enable it first, then retry. It has received the events up to its `position`.',
  );
}

/** Checks for a change that outlives the request and its caller. */
export async function checkMayChangeWebhooks(stores: Stores, caller: Caller): Promise<void> {
  checkAdministers(caller);
  checkLasting(caller, 'webhooks');
  await recheckAdmin(stores, caller);
}

/** Units of work on webhooks, for admins only. */
export function webhookUnits({ storage, webhooks }: Pick<Ports, 'storage' | 'webhooks'>) {
  const sender = (): WebhookSender => {
    if (webhooks) return webhooks;
    throw new Refusal(
      'UNAVAILABLE',
      'This service does not send webhooks. Ask its operator to set up a sender.',
    );
  };

  const changing = <T>(
    caller: Caller,
    id: string,
    work: (stores: Stores, webhook: Webhook) => Promise<T>,
  ): Promise<T> =>
    storage.write(caller.workspaceId, async (stores) => {
      await checkMayChangeWebhooks(stores, caller);
      return work(stores, await requireWebhook(stores, id));
    });

  const reading = <T>(caller: Caller, work: (stores: Stores) => Promise<T>): Promise<T> =>
    storage.read(caller.workspaceId, async (stores) => {
      checkAdministers(caller);
      return work(stores);
    });

  return { sender, changing, reading };
}
