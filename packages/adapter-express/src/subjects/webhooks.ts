import { contract } from '@tandem/contract';
import { type Delivery, positionAt, type Webhook } from '@tandem/core';
import { created, list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

const presentWebhook = (webhook: Webhook, workspaceId: string) => ({
  id: webhook.id,
  url: webhook.url,
  types: webhook.types,
  description: webhook.description,
  enabled: webhook.enabled,
  disabledReason: webhook.disabledReason,
  createdBy: webhook.creator,
  position: positionAt(workspaceId, webhook.position),
  failingSince: isoOrNull(webhook.failingSince),
  notBefore: isoOrNull(webhook.notBefore),
  createdAt: iso(webhook.createdAt),
  updatedAt: iso(webhook.updatedAt),
});

/** Includes the secret, which only this response shows. */
const withSecret = (webhook: Webhook, workspaceId: string) => {
  const lasting = presentWebhook(webhook, workspaceId);
  return { once: { ...lasting, secret: webhook.secret }, lasting };
};

const presentDelivery = (delivery: Delivery) => ({
  id: delivery.id,
  messageId: delivery.messageId,
  type: delivery.type,
  seq: delivery.seq,
  status: delivery.status,
  attempts: delivery.attempts,
  nextAttemptAt: isoOrNull(delivery.nextAt),
  attemptedAt: isoOrNull(delivery.attemptedAt),
  code: delivery.code,
  durationMs: delivery.durationMs,
  answer: delivery.answer,
  createdAt: iso(delivery.createdAt),
});

export const webhooks = bind(contract.webhooks, {
  create: async ({ tandem, caller, body }) => {
    const { once, lasting } = withSecret(await tandem.webhooks.create(caller, body), caller.workspaceId);
    return { ...created(once), lasting };
  },
  list: async ({ tandem, caller, query }) =>
    list(await tandem.webhooks.list(caller, query), (webhook) => presentWebhook(webhook, caller.workspaceId)),
  get: async ({ tandem, caller, params }) =>
    ok(presentWebhook(await tandem.webhooks.get(caller, params.id), caller.workspaceId)),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentWebhook(await tandem.webhooks.update(caller, params.id, body), caller.workspaceId)),
  delete: async ({ tandem, caller, params }) => {
    await tandem.webhooks.delete(caller, params.id);
    return noContent;
  },
  test: async ({ tandem, caller, params }) =>
    created(presentDelivery(await tandem.webhooks.test(caller, params.id))),
  rotate: async ({ tandem, caller, params }) => {
    const { once, lasting } = withSecret(await tandem.webhooks.rotate(caller, params.id), caller.workspaceId);
    return { ...ok(once), lasting };
  },
  deliveries: async ({ tandem, caller, params, query }) =>
    list(await tandem.webhooks.deliveries(caller, params.id, query), presentDelivery),
  retry: async ({ tandem, caller, params }) =>
    ok(presentDelivery(await tandem.webhooks.retry(caller, params.id, params.deliveryId))),
  replay: async ({ tandem, caller, params, body }) =>
    ok(presentWebhook(await tandem.webhooks.replay(caller, params.id, body), caller.workspaceId)),
});
