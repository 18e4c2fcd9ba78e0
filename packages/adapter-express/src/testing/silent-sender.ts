import { randomBytes } from 'node:crypto';
import type { WebhookSender } from '@tandem/core';

/** What is sent there is answered 410. */
export const GONE = 'https://gone.example.org/hook';

/** Sends nothing anywhere: for tests of what is asked of webhooks. Where they are sent is for those of the server. */
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
