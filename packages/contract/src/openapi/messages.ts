import { EVENT_TYPES, TEST_TYPE } from '@tandem/core';
import { z } from 'zod';
import type { ZodOpenApiObject, ZodOpenApiOperationObject } from 'zod-openapi';
import { event } from '../events.ts';
import { id, timestamp } from '../shapes.ts';

const test = z
  .object({ id, type: z.literal(TEST_TYPE), webhookId: id, at: timestamp })
  .meta({ id: 'TestOfAWebhook' });

/** How Standard Webhooks sign a message. */
const headers = z.object({
  'webhook-id': z
    .string()
    .meta({ description: 'The same on every attempt; what has come before is known by it' }),
  'webhook-timestamp': z.string().meta({ description: 'Of the attempt, in seconds since 1970' }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the signature in base64; two of them, with a space between, while a secret is rotated',
  }),
});

const messageOf = (type: string, data: z.ZodType): ZodOpenApiOperationObject => ({
  operationId: `messages.${type}`,
  summary: type === TEST_TYPE ? 'A test that an admin has asked for' : `What is sent of \`${type}\``,
  tags: ['webhooks'],
  security: [],
  requestParams: { header: headers },
  requestBody: {
    required: true,
    content: { 'application/json': { schema: z.object({ type: z.literal(type), timestamp, data }) } },
  },
  responses: {
    '2XX': { description: 'It has arrived' },
    '410': { description: 'Nothing more is wanted: the webhook is disabled' },
    default: { description: 'It has not arrived, and is tried again; `Retry-After` is kept to' },
  },
});

/** What endpoints are sent, by type. */
export const messages: NonNullable<ZodOpenApiObject['webhooks']> = Object.fromEntries(
  [...EVENT_TYPES.filter((type) => !type.startsWith('chat.')), TEST_TYPE].map((type) => [
    type,
    { post: messageOf(type, type === TEST_TYPE ? test : event) },
  ]),
);
