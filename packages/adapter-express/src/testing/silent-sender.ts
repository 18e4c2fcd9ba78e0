import { randomBytes } from 'node:crypto';
import type { WebhookSender } from '@tandem/core';

/** Deliveries to this address return 410. */
export const GONE = 'https://gone.example.org/hook';

/** Sends nothing, for tests of the webhook API. The server's tests cover deliveries. */
export const silentSender: WebhookSender = {
  send: async ({ url }) => ({
    ok: false,
    code: url.startsWith(GONE) ? 410 : null,
    durationMs: 0,
    answer: 'Nothing is sent.',
    retryAfterMs: null,
  }),
  checkUrl: () => undefined,
  newSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
  close: async () => undefined,
};
