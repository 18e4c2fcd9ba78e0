import {
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  EVENT_TYPES,
  LIMITS,
  PATTERNS,
  TEST_TYPE,
  TYPES_PROBLEM,
} from '@tandem/core';
import { z } from 'zod';
import { eventType } from './events.ts';
import { operation } from './operation.ts';
import { id, idParams, page, paging, timestamp } from './shapes.ts';

/** A refusal does not repeat all of them. */
const wanted = z.enum([...EVENT_TYPES, '*'], { error: TYPES_PROBLEM }).meta({ id: 'EventTypeOrAll' });

/** docs/rules.md, Webhooks. */
const webhook = z
  .object({
    id,
    url: z.string(),
    types: z.array(wanted),
    description: z.string().nullable(),
    enabled: z.boolean(),
    /** Why it was disabled, unless an admin has done it. */
    disabledReason: z.enum(DISABLED_REASONS).nullable(),
    createdBy: z.object({ id, name: z.string() }),
    /** Everything up to there has been sent, or is about to be. */
    position: z.string(),
    failingSince: timestamp.nullable(),
    /** Until when its endpoint has asked to be sent nothing. */
    notBefore: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Webhook' });

const webhookWithSecret = webhook.extend({ secret: z.string() }).meta({ id: 'WebhookWithSecret' });

const delivery = z
  .object({
    id,
    /** The `webhook-id`: that of the event, and of a test its own. */
    messageId: id,
    type: z.union([eventType, z.literal(TEST_TYPE)]),
    seq: z.int().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    nextAttemptAt: timestamp.nullable(),
    attemptedAt: timestamp.nullable(),
    code: z.int().nullable(),
    durationMs: z.int().nullable(),
    /** Its first 1 kB, or why there was none. */
    answer: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Delivery' });

const url = z.string().meta({
  format: 'uri',
  pattern: PATTERNS.httpUrl.source,
  maxLength: LIMITS.url,
  description: 'https, unless the operator allows http; not of an address inside',
});
const types = z.array(wanted).meta({ minItems: 1, description: '`*` stands for all; repeats count once' });
const description = z.string().meta({ maxLength: LIMITS.title }).nullable();

const deliveryParams = idParams.extend({ deliveryId: id });
const errors = ['FORBIDDEN'] as const;

export const webhooks = {
  create: operation({
    id: 'webhooks.create',
    method: 'post',
    path: '/api/v1/webhooks',
    access: 'full',
    summary: 'Have events sent to an endpoint, from now on; the secret that signs them is shown this once',
    body: z.object({ url, types, description: description.optional() }),
    responses: { 201: webhookWithSecret },
    secretOnce: 'List the webhooks, delete the one whose secret you have not got, and make another.',
    errors: [...errors, 'LIMIT_REACHED'],
  }),
  list: operation({
    id: 'webhooks.list',
    method: 'get',
    path: '/api/v1/webhooks',
    access: 'full',
    summary: 'List webhooks, newest first',
    query: paging,
    responses: { 200: page(webhook) },
    errors,
  }),
  get: operation({
    id: 'webhooks.get',
    method: 'get',
    path: '/api/v1/webhooks/:id',
    access: 'full',
    summary: 'Read a webhook',
    params: idParams,
    responses: { 200: webhook },
    errors,
  }),
  update: operation({
    id: 'webhooks.update',
    method: 'patch',
    path: '/api/v1/webhooks/:id',
    access: 'full',
    summary: 'Change a webhook, or enable it again from now on',
    params: idParams,
    body: z.object({
      url: url.optional(),
      types: types.optional(),
      description: description.optional(),
      enabled: z.boolean().optional(),
    }),
    responses: { 200: webhook },
    errors,
  }),
  delete: operation({
    id: 'webhooks.delete',
    method: 'delete',
    path: '/api/v1/webhooks/:id',
    access: 'full',
    summary: 'Delete a webhook; what has not been delivered is not delivered',
    params: idParams,
    responses: { 204: null },
    errors,
  }),
  test: operation({
    id: 'webhooks.test',
    method: 'post',
    path: '/api/v1/webhooks/:id/test',
    access: 'full',
    summary: 'Send a message of the type `webhook.test` soon, also to a webhook that is disabled',
    params: idParams,
    responses: { 201: delivery },
    errors,
  }),
  rotate: operation({
    id: 'webhooks.rotate',
    method: 'post',
    path: '/api/v1/webhooks/:id/rotate',
    access: 'full',
    summary: 'Make a new secret, shown this once; the one before signs as well for 24 hours',
    params: idParams,
    responses: { 200: webhookWithSecret },
    secretOnce: 'Rotate once more under a new key.',
    errors,
  }),
  deliveries: operation({
    id: 'webhooks.deliveries',
    method: 'get',
    path: '/api/v1/webhooks/:id/deliveries',
    access: 'full',
    summary: 'What was sent and what became of it, newest first',
    params: idParams,
    query: paging.extend({ status: z.enum(DELIVERY_STATUSES).optional() }),
    responses: { 200: page(delivery) },
    errors,
  }),
  retry: operation({
    id: 'webhooks.retry',
    method: 'post',
    path: '/api/v1/webhooks/:id/deliveries/:deliveryId/retry',
    access: 'full',
    summary: 'Send it soon, and if that fails as often again as the first time',
    params: deliveryParams,
    responses: { 200: delivery },
    errors: [...errors, 'WEBHOOK_DISABLED'],
  }),
  replay: operation({
    id: 'webhooks.replay',
    method: 'post',
    path: '/api/v1/webhooks/:id/replay',
    access: 'full',
    summary: 'Send everything once more that happened after a position',
    params: idParams,
    body: z.object({
      after: z.string().meta({ description: 'A position, as the feed of events gives them' }),
    }),
    responses: { 200: webhook },
    errors: [...errors, 'INVALID_CURSOR', 'WEBHOOK_DISABLED', 'EVENTS_PRUNED'],
  }),
};
