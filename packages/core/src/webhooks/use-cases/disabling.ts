import type { Caller } from '../../access/caller.ts';
import { systemCaller } from '../../access/system.ts';
import { isAdmin } from '../../members/member.ts';
import type { Ports, Stores } from '../../ports.ts';
import { recorder } from '../../steps/record.ts';
import { type DisabledReason, inboxRefOf, type Webhook, webhookEntity } from '../webhook.ts';

/** Whether the admin who created or last enabled the webhook is still one. */
export const creatorIsAdmin = async ({ members }: Stores, { creator }: Webhook): Promise<boolean> =>
  isAdmin(await members.byId(creator.id));

/** Disables a webhook on behalf of the service, and notifies the admins. */
export function webhookDisabler(ports: Pick<Ports, 'clock' | 'newId'>) {
  const record = recorder(ports);

  return async (
    stores: Stores,
    workspaceId: string,
    webhook: Webhook,
    reason: DisabledReason,
  ): Promise<void> => {
    const now = ports.clock();
    await stores.webhooks.update({ ...webhook, enabled: false, disabledReason: reason, updatedAt: now });
    const by: Caller = systemCaller(workspaceId);
    await record(stores, by, { entity: webhookEntity(webhook), action: 'disabled', reason });
    const people = await stores.members.adminIds();
    await stores.inbox.put({ kind: 'attention', ref: inboxRefOf(webhook.id), since: now, people });
  };
}
