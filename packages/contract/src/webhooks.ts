import {
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  EVENT_TYPES,
  LIMITS,
  PATTERNS,
  TEST_TYPE,
  TYPES_PROBLEM,
} from '@tandem/core';
import * as z from 'zod';
import { eventType } from './events.ts';
import { operation } from './operation.ts';
import { id, idParams, page, paging, timestamp } from './shapes.ts';

/** Has its own error message: the default would list all types. */
const wanted = z.enum([...EVENT_TYPES, '*'], { error: TYPES_PROBLEM }).meta({ id: 'EventTypeOrAll' });

/** docs/rules.md, Webhooks. */
const webhook = z
  .object({
    id,
    url: z.string(),
    types: z.array(wanted),
    description: z.string().nullable(),
    enabled: z.boolean(),
    /** Null unless it was disabled automatically. */
    disabledReason: z.enum(DISABLED_REASONS).nullable(),
    createdBy: z.object({ id, name: z.string() }),
    /** All events up to this position have been sent or are about to be. */
    position: z.string(),
    failingSince: timestamp.nullable(),
    /** Earliest time of the next attempt, as the endpoint requested. */
    notBefore: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Webhook' });

const webhookWithSecret = webhook.extend({ secret: z.string() }).meta({ id: 'WebhookWithSecret' });

const delivery = z
  .object({
    id,
    /** The `webhook-id`: the event's id, or for a test an id of its own. */
    messageId: id,
    type: z.union([eventType, z.literal(TEST_TYPE)]),
    seq: z.int().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    nextAttemptAt: timestamp.nullable(),
    attemptedAt: timestamp.nullable(),
    code: z.int().nullable(),
    durationMs: z.int().nullable(),
    /** The first 1 kB of the response, or the reason for its absence. */
    answer: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Delivery' });

const url = z.string().meta({
  format: 'uri',
  pattern: PATTERNS.httpUrl.source,
  maxLength: LIMITS.url,
  description: 'Must be https, unless the operator allows http; must not resolve to an internal address',
});
const types = z
  .array(wanted)
  .meta({ minItems: 1, description: '`*` means all types; duplicates are ignored' });
const description = z.string().meta({ maxLength: LIMITS.title }).nullable();

const deliveryParams = idParams.extend({ deliveryId: id });
const errors = ['FORBIDDEN'] as const;

export const webhooks = {
  create: operation({
    id: 'webhooks.create',
    method: 'post',
    path: '/api/v1/webhooks',
    access: 'full',
    summary: 'Create a webhook that receives events from now on; its signing secret is shown only once',
    body: z.object({ url, types, description: description.optional() }),
    responses: { 201: webhookWithSecret },
    secretOnce: 'List the webhooks, delete the one whose secret you do not have, and create another.',
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
    summary: 'Get a webhook',
    params: idParams,
    responses: { 200: webhook },
    errors,
  }),
  update: operation({
    id: 'webhooks.update',
    method: 'patch',
    path: '/api/v1/webhooks/:id',
    access: 'full',
    summary: 'Update a webhook, or re-enable it from now on',
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
    summary: 'Delete a webhook; pending deliveries are dropped',
    params: idParams,
    responses: { 204: null },
    errors,
  }),
  test: operation({
    id: 'webhooks.test',
    method: 'post',
    path: '/api/v1/webhooks/:id/test',
    access: 'full',
    summary: 'Send a message of type `webhook.test` soon, even to a disabled webhook',
    params: idParams,
    responses: { 201: delivery },
    errors,
  }),
  rotate: operation({
    id: 'webhooks.rotate',
    method: 'post',
    path: '/api/v1/webhooks/:id/rotate',
    access: 'full',
    summary: 'Create a new secret, shown only once; the previous one also signs for 24 hours',
    params: idParams,
    responses: { 200: webhookWithSecret },
    secretOnce: 'Rotate again under a new idempotency key.',
    errors,
  }),
  deliveries: operation({
    id: 'webhooks.deliveries',
    method: 'get',
    path: '/api/v1/webhooks/:id/deliveries',
    access: 'full',
    summary: 'List deliveries and their outcomes, newest first',
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
    summary: 'Send a delivery again soon, with as many retries as the first time',
    params: deliveryParams,
    responses: { 200: delivery },
    errors: [...errors, 'WEBHOOK_DISABLED'],
  }),
  replay: operation({
    id: 'webhooks.replay',
    method: 'post',
    path: '/api/v1/webhooks/:id/replay',
    access: 'full',
    summary: 'Resend all events after a position',
    params: idParams,
    body: z.object({
      after: z.string().meta({ description: 'A position from the event feed' }),
    }),
    responses: { 200: webhook },
    errors: [...errors, 'INVALID_CURSOR', 'WEBHOOK_DISABLED', 'EVENTS_PRUNED'],
  }),
};
