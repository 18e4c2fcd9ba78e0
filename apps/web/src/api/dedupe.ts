/** So long somebody tries again what got no answer; the same words later are meant anew. */
const KEPT_MS = 10 * 60_000;
/** What makes something: sent twice, it would be there twice. All else is the same when it is done again, or refused. */
const MAKES = /\/(?:tasks|comments|attachments|questions|verify|projects|goals|initiatives|labels)$/;

interface Unanswered {
  readonly key: string | null;
  readonly until: number;
}

const unanswered = new Map<string, Unanswered>();

/**
 * Sends what makes something under the key that it was sent under before, if no answer came: whoever presses again after the
 * line broke, or the server was away, makes it once, and gets the answer that got lost.
 */
export const dedupe =
  (send: typeof fetch): typeof fetch =>
  async (input, init = {}) => {
    const name = `${String(input)} ${String(init.body)}`;
    if (init.method !== 'POST' || !MAKES.test(String(input))) return send(input, init);
    const headers = new Headers(init.headers);
    const before = unanswered.get(name);
    if (before?.key && before.until > Date.now()) headers.set('Idempotency-Key', before.key);
    else unanswered.set(name, { key: headers.get('Idempotency-Key'), until: Date.now() + KEPT_MS });
    const answer = await send(input, { ...init, headers });
    if (answer.type === 'opaqueredirect') return answer;
    // One that breaks off in the middle is none.
    const body = await answer.text();
    if (answer.status < 500) unanswered.delete(name);
    return new Response(body, answer);
  };
