import { pageState } from '../state/page-state.ts';

/** The time within which a retry reuses its idempotency key; the same request later counts as new. */
const KEY_LIFETIME_MS = 10 * 60_000;
/**
 * Requests that create something: a second one would create a duplicate. All other requests are idempotent or
 * refused.
 */
export const CREATES =
  /\/(?:tasks|comments|attachments|questions|verify|projects|goals|initiatives|labels|views)$/;

interface Unanswered {
  readonly key: string | null;
  readonly until: number;
}

const unanswered = pageState(() => new Map<string, Unanswered>());

/**
 * Reuses the idempotency key of a create request that got no response, so that a retry after a lost connection
 * creates one resource and gets the lost response.
 */
export const dedupe =
  (send: typeof fetch): typeof fetch =>
  async (input, init = {}) => {
    const name = `${String(input)} ${String(init.body)}`;
    if (init.method !== 'POST' || !CREATES.test(String(input))) return send(input, init);
    const headers = new Headers(init.headers);
    const before = unanswered.get().get(name);
    if (before?.key && before.until > Date.now()) headers.set('Idempotency-Key', before.key);
    else
      unanswered
        .get()
        .set(name, { key: headers.get('Idempotency-Key'), until: Date.now() + KEY_LIFETIME_MS });
    const answer = await send(input, { ...init, headers });
    if (answer.type === 'opaqueredirect') return answer;
    // A response that breaks off counts as no response.
    const body = await answer.text();
    if (answer.status < 500) unanswered.get().delete(name);
    return new Response(body, answer);
  };

/** A new idempotency key: 128 random bits. Browsers offer `randomUUID` in secure contexts only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
