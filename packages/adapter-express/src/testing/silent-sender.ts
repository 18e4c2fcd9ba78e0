import { randomBytes } from 'node:crypto';
import type { WebhookSender } from '@tandem/core';

/** Sends nothing anywhere: for tests of what is asked of webhooks. Where they are sent is for those of the server. */
export const silentSender: WebhookSender = {
  send: async () => ({
    ok: false,
    code: null,
    durationMs: 0,
    answer: 'Nothing is sent.',
    retryAfterMs: null,
  }),
  checkUrl: () => undefined,
  newSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
  close: async () => undefined,
};
