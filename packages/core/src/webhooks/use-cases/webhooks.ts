import { type Caller, checkAdministers } from '../../access/caller.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { changedFields, type FieldTexts } from '../../events/event.ts';
import { eventsPruned, numberAt } from '../../events/position.ts';
import { isAdmin } from '../../members/member.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { visibleUrl } from '../../shared/text.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { anew, type Delivery, type DeliveryStatus, TEST_TYPE, UNTRIED } from '../delivery.ts';
import type { WebhookSender } from '../sender.ts';
import { webhooksTopic } from '../signals.ts';
import {
  inboxRefOf,
  MAX_WEBHOOKS,
  type NewWebhook,
  normalizeTypes,
  OLD_SECRET_MS,
  type Webhook,
  type WebhookChange,
  webhookEntity,
  webhookProblems,
} from '../webhook.ts';

/** Rows deleted per unit of work; small, so that requests do not wait long. */
const CLEAR_STEP = 500;

/** The fields in the log. The address is recorded only as changed, because it may contain a secret. */
const WEBHOOK_TEXTS: FieldTexts<Webhook, WebhookChange> = {
  url: (webhook) => webhook.url,
  types: (webhook) => webhook.types.join(', '),
  description: (webhook) => webhook.description,
  enabled: (webhook) => String(webhook.enabled),
};

/** Endpoints that receive events; for admins only (docs/rules.md, Webhooks). */
export function webhookUseCases(ports: Ports) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);

  const sender = (): WebhookSender => {
    if (ports.webhooks) return ports.webhooks;
    throw new Refusal(
      'UNAVAILABLE',
      'This service does not send webhooks. Ask its operator to set up a sender.',
    );
  };

  /** Checks for a change that outlives the request and its caller. */
  const checkMayChange = async (stores: Stores, caller: Caller): Promise<void> => {
    checkAdministers(caller);
    checkLasting(caller, 'webhooks');
    await recheckAdmin(stores, caller);
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

  /** An admin who enables a webhook whose creator is no longer an admin becomes its creator. */
  const creatorAfter = async (
    { members }: Stores,
    { creator }: Webhook,
    caller: Caller,
  ): Promise<Webhook['creator']> =>
    isAdmin(await members.byId(creator.id)) ? creator : { id: caller.id, name: caller.name };

  return {
    /** Creates a webhook and returns its secret, which is shown only now. It receives events from now on. */
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
        await record(stores, caller, webhookEntity(after), 'updated', { changes });
        return after;
      }),

    /** Its pending deliveries are dropped. */
    delete: (caller: Caller, id: string): Promise<void> =>
      changing(caller, id, async (stores, webhook) => {
        await stores.webhooks.remove(id);
        await stores.inbox.remove('attention', inboxRefOf(id));
        await record(stores, caller, webhookEntity(webhook), 'deleted');
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
        await record(stores, caller, webhookEntity(after), 'rotated');
        return after;
      }),

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

    /** Deletes deliveries older than `olderThanMs`, and those of deleted webhooks, in batches. */
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

/** Enabling a webhook moves its position, which would skip a repeat requested before. */
function checkEnabled({ enabled }: Webhook): void {
  if (enabled) return;
  throw new Refusal(
    'WEBHOOK_DISABLED',
    'The webhook is disabled. Enable it first, then retry. It has received the events up to its `position`.',
  );
}

const tooMany = () =>
  new Refusal(
    'LIMIT_REACHED',
    `A workspace can have at most ${MAX_WEBHOOKS} webhooks. Delete one that is no longer used.`,
  );
