import type { Caller } from '../../access/caller.ts';
import { changedFields } from '../../events/event.ts';
import { isAdmin } from '../../members/member.ts';
import type { Ports, Stores } from '../../ports.ts';
import { Refusal, refuseProblems } from '../../shared/refusal.ts';
import { visibleUrl } from '../../shared/text.ts';
import { recorder } from '../../steps/record.ts';
import { webhooksTopic } from '../signals.ts';
import {
  inboxRefOf,
  MAX_WEBHOOKS,
  type NewWebhook,
  normalizeTypes,
  OLD_SECRET_MS,
  WEBHOOK_TEXTS,
  type Webhook,
  type WebhookChange,
  webhookEntity,
  webhookProblems,
} from '../webhook.ts';
import { checkMayChangeWebhooks, webhookUnits } from './authorized.ts';

/** Creates, changes and deletes webhooks. */
export function webhookChanges(ports: Ports) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const { sender, changing } = webhookUnits(ports);

  return {
    /** Creates a webhook and returns its secret, which is shown only now. It receives events from now on. */
    create: (caller: Caller, given: NewWebhook): Promise<Webhook> =>
      storage.write(caller.workspaceId, async (stores) => {
        await checkMayChangeWebhooks(stores, caller);
        const input = { ...given, url: visibleUrl(given.url) };
        refuseProblems(webhookProblems(input));
        sender().checkUrl(input.url);
        if ((await stores.webhooks.all()).length >= MAX_WEBHOOKS) throw tooMany();
        const now = clock();
        const webhook: Webhook = {
          id: newId(),
          url: input.url,
          types: normalizeTypes(input.types),
          description: input.description ?? null,
          enabled: true,
          disabledReason: null,
          creator: { id: caller.id, name: caller.name },
          secret: sender().newSecret(),
          oldSecret: null,
          position: 0,
          failingSince: null,
          notBefore: null,
          createdAt: now,
          updatedAt: now,
        };
        const position = await record(stores, caller, { entity: webhookEntity(webhook), action: 'created' });
        const positioned = { ...webhook, position };
        await stores.webhooks.insert(positioned);
        stores.signals.raise({ topic: webhooksTopic(caller.workspaceId), toOne: false });
        return positioned;
      }),
    /** A webhook that is enabled continues with new events and with its unsent deliveries. */
    update: (caller: Caller, id: string, given: WebhookChange): Promise<Webhook> =>
      changing(caller, id, async (stores, before) => {
        const change = { ...given, url: given.url && visibleUrl(given.url) };
        refuseProblems(webhookProblems(change));
        if (change.url !== undefined) sender().checkUrl(change.url);
        const enabled = change.enabled ?? before.enabled;
        const again = enabled && !before.enabled;
        const after: Webhook = {
          ...before,
          url: change.url ?? before.url,
          types: change.types === undefined ? before.types : normalizeTypes(change.types),
          description: change.description === undefined ? before.description : change.description,
          enabled,
          disabledReason: enabled ? null : before.disabledReason,
          // The failures belong to the previous address.
          ...((again || (change.url ?? before.url) !== before.url) && {
            failingSince: null,
            notBefore: null,
          }),
          ...(again && {
            creator: await creatorAfter(stores, before, caller),
            position: (await stores.events.bounds()).last,
          }),
          updatedAt: clock(),
        };
        const changes = changedFields(WEBHOOK_TEXTS, before, after);
        if (changes.length === 0) return before;
        await stores.webhooks.update(after);
        if (again) {
          await stores.inbox.remove('attention', inboxRefOf(id));
          stores.signals.raise({ topic: webhooksTopic(caller.workspaceId), toOne: false });
        }
        await record(stores, caller, { entity: webhookEntity(after), action: 'updated', changes });
        return after;
      }),
    /** Its pending deliveries are dropped. */
    delete: (caller: Caller, id: string): Promise<void> =>
      changing(caller, id, async (stores, webhook) => {
        await stores.webhooks.remove(id);
        await stores.inbox.remove('attention', inboxRefOf(id));
        await record(stores, caller, { entity: webhookEntity(webhook), action: 'deleted' });
      }),
    /** Creates a new secret, shown only now; the previous one also signs for another 24 hours. */
    rotate: (caller: Caller, id: string): Promise<Webhook> =>
      changing(caller, id, async (stores, before) => {
        const now = clock();
        const after: Webhook = {
          ...before,
          secret: sender().newSecret(),
          oldSecret: { secret: before.secret, until: now + OLD_SECRET_MS },
          updatedAt: now,
        };
        await stores.webhooks.update(after);
        await record(stores, caller, { entity: webhookEntity(after), action: 'rotated' });
        return after;
      }),
  };
}

/** An admin who enables a webhook whose creator is no longer an admin becomes its creator. */
async function creatorAfter(
  { members }: Stores,
  { creator }: Webhook,
  caller: Caller,
): Promise<Webhook['creator']> {
  return isAdmin(await members.byId(creator.id)) ? creator : { id: caller.id, name: caller.name };
}

const tooMany = () =>
  new Refusal(
    'LIMIT_REACHED',
    `A workspace can have at most ${MAX_WEBHOOKS} webhooks. Delete one that is no longer used.`,
  );
