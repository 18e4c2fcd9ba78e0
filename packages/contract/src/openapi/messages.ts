import { EVENT_TYPES, TEST_TYPE } from '@tandem/core';
import * as z from 'zod';
import type { ZodOpenApiObject, ZodOpenApiOperationObject } from 'zod-openapi';
import { event } from '../events.ts';
import { id, timestamp } from '../shapes.ts';

const test = z
  .object({ id, type: z.literal(TEST_TYPE), webhookId: id, at: timestamp })
  .meta({ id: 'TestOfAWebhook' });

/** The signature headers of Standard Webhooks. */
const headers = z.object({
  'webhook-id': z.string().meta({ description: 'The same on every attempt; use it to detect duplicates' }),
  'webhook-timestamp': z.string().meta({ description: 'Time of the attempt, in seconds since 1970' }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the signature in base64; two signatures separated by a space while a secret is being rotated',
  }),
});

const messageOf = (type: string, data: z.ZodType): ZodOpenApiOperationObject => ({
  operationId: `messages.${type}`,
  summary: type === TEST_TYPE ? 'A test requested by an admin' : `Message for \`${type}\``,
  tags: ['webhooks'],
  security: [],
  requestParams: { header: headers },
  requestBody: {
    required: true,
    content: { 'application/json': { schema: z.object({ type: z.literal(type), timestamp, data }) } },
  },
  responses: {
    '2XX': { description: 'Received' },
    '410': { description: 'No more messages wanted: disables the webhook' },
    default: { description: 'Not received: retried, after `Retry-After` if given' },
  },
});

/** The webhook messages, by type. */
export const messages: NonNullable<ZodOpenApiObject['webhooks']> = Object.fromEntries(
  [...EVENT_TYPES.filter((type) => !type.startsWith('chat.')), TEST_TYPE].map((type) => [
    type,
    { post: messageOf(type, type === TEST_TYPE ? test : event) },
  ]),
);
