import { type Caller, checkAdministers } from '../access/caller.ts';
import { checkLasting } from '../access/lent-keys.ts';
import { checkStillAdministers } from '../access/standing.ts';
import { changedFields, type FieldTexts } from '../events/event.ts';
import { eventsPruned, numberAt } from '../events/position.ts';
import { recorder } from '../events/record.ts';
import { isAdmin } from '../members/member.ts';
import type { Ports, Stores } from '../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../shared/page.ts';
import { notFound, Refusal, refuseProblems } from '../shared/refusal.ts';
import { visibleUrl } from '../shared/text.ts';
import { anew, type Delivery, type DeliveryStatus, TEST_TYPE, UNTRIED } from './delivery.ts';
import type { WebhookSender } from './sender.ts';
import { webhooksTopic } from './signals.ts';
import {
  inboxRefOf,
  MAX_WEBHOOKS,
  type NewWebhook,
  OLD_SECRET_MS,
  tidyTypes,
  type Webhook,
  type WebhookChange,
  webhookEntity,
  webhookProblems,
} from './webhook.ts';

/** Removed in one unit of work, so that no request waits long for it. */
const CLEAR_STEP = 500;

/** How the fields stand in the log: that the address changed, and not what it is, for it may hold a secret. */
const WEBHOOK_TEXTS: FieldTexts<Webhook, WebhookChange> = {
  url: (webhook) => webhook.url,
  types: (webhook) => webhook.types.join(', '),
  description: (webhook) => webhook.description,
  enabled: (webhook) => String(webhook.enabled),
};

/** Endpoints that are sent events; for admins alone (docs/rules.md, Webhooks). */
export function webhookUseCases(ports: Ports) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);

  const sender = (): WebhookSender => {
    if (ports.webhooks) return ports.webhooks;
    throw new Refusal('UNAVAILABLE', 'This service sends no webhooks. Ask its operator to set up a sender.');
  };

  /** What outlasts the request that asks for it, and whoever has asked. */
  const checkMayChange = async (stores: Stores, caller: Caller): Promise<void> => {
    checkAdministers(caller);
    checkLasting(caller, 'webhooks');
    await checkStillAdministers(stores, caller);
  };

  const changing = <T>(
    caller: Caller,
    id: string,
    work: (stores: Stores, webhook: Webhook) => Promise<T>,
  ): Promise<T> =>
    storage.write(caller.workspaceId, async (stores) => {
      await checkMayChange(stores, caller);
      return work(stores, await requireWebhook(stores, id));
    });

  const reading = <T>(caller: Caller, work: (stores: Stores) => Promise<T>): Promise<T> =>
    storage.read(caller.workspaceId, async (stores) => {
      checkAdministers(caller);
      return work(stores);
    });

  /** Whoever enables a webhook whose creator is no admin any more, answers for it from then on. */
  const creatorAfter = async (
    { members }: Stores,
    { creator }: Webhook,
    caller: Caller,
  ): Promise<Webhook['creator']> =>
    isAdmin(await members.byId(creator.id)) ? creator : { id: caller.id, name: caller.name };

  return {
    /** With its secret, which is shown only now. Told of what happens from now on. */
    create: (caller: Caller, given: NewWebhook): Promise<Webhook> =>
      storage.write(caller.workspaceId, async (stores) => {
        await checkMayChange(stores, caller);
        const input = { ...given, url: visibleUrl(given.url) };
        refuseProblems(webhookProblems(input));
        sender().checkUrl(input.url);
        if ((await stores.webhooks.all()).length >= MAX_WEBHOOKS) throw tooMany();
        const now = clock();
        const webhook: Webhook = {
          id: newId(),
          url: input.url,
          types: tidyTypes(input.types),
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
        const position = await record(stores, caller, webhookEntity(webhook), 'created');
        const kept = { ...webhook, position };
        await stores.webhooks.insert(kept);
        stores.signals.raise({ topic: webhooksTopic(caller.workspaceId), toOne: false });
        return kept;
      }),

    /** Newest first. */
    list: (caller: Caller, page: PageRequest): Promise<Page<Webhook>> =>
      reading(caller, ({ webhooks }) => webhooks.list(pageSlice(page))),

    get: (caller: Caller, id: string): Promise<Webhook> =>
      reading(caller, (stores) => requireWebhook(stores, id)),

    /** One that is enabled goes on with what happens from now on, and with what it has not been sent yet. */
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
          types: change.types === undefined ? before.types : tidyTypes(change.types),
          description: change.description === undefined ? before.description : change.description,
          enabled,
          disabledReason: enabled ? null : before.disabledReason,
          // What failed was another address.
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
        await record(stores, caller, webhookEntity(after), 'updated', { changes });
        return after;
      }),

    /** What has not been delivered yet is not delivered. */
    delete: (caller: Caller, id: string): Promise<void> =>
      changing(caller, id, async (stores, webhook) => {
        await stores.webhooks.remove(id);
        await stores.inbox.remove('attention', inboxRefOf(id));
        await record(stores, caller, webhookEntity(webhook), 'deleted');
      }),

    /** A new secret, shown only now; the one before signs as well for 24 hours. */
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
        await record(stores, caller, webhookEntity(after), 'rotated');
        return after;
      }),

    /** Sends a message of the type `webhook.test` soon and once, also to one that is disabled. */
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

    /** Tries it soon, and as often as if for the first time. 409 WEBHOOK_DISABLED. */
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

    /**
     * Sends everything once more that happened after a position; 400 INVALID_CURSOR, 409 WEBHOOK_DISABLED, 410
     * EVENTS_PRUNED.
     */
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

    /** Removes deliveries older than some milliseconds, and those of webhooks that are gone, a few at a time. */
    forget: async (olderThanMs: number): Promise<void> => {
      for (const { id } of await storage.directory.workspaces()) {
        const before = clock() - olderThanMs;
        while (await storage.write(id, ({ webhooks }) => webhooks.clear(before, CLEAR_STEP)));
      }
    },
  };
}

async function requireWebhook({ webhooks }: Stores, id: string): Promise<Webhook> {
  const webhook = await webhooks.byId(id);
  if (!webhook) throw notFound('webhook');
  return webhook;
}

/** One that is enabled goes on from then on: what was asked for before would be passed over. */
function checkEnabled({ enabled }: Webhook): void {
  if (enabled) return;
  throw new Refusal(
    'WEBHOOK_DISABLED',
    'The webhook is disabled. Enable it first, then ask for this again; it was sent what came before its `position`.',
  );
}

const tooMany = () =>
  new Refusal(
    'LIMIT_REACHED',
    `A workspace may have at most ${MAX_WEBHOOKS} webhooks. Delete one that is not used any more.`,
  );
