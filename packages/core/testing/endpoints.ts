import { type AttemptOutcome, type DeliveryAttempt, invalid, type WebhookSender } from '../src/index.ts';

/** The response of an endpoint to an attempt. */
export type Endpoint = (attempt: DeliveryAttempt) => AttemptOutcome | Promise<AttemptOutcome>;

const SOON: Omit<AttemptOutcome, 'ok' | 'code'> = { durationMs: 5, answer: 'fine', retryAfterMs: null };

export const accepts: Endpoint = () => ({ ...SOON, ok: true, code: 204 });
export const answers =
  (code: number, retryAfterMs: number | null = null): Endpoint =>
  () => ({ ...SOON, ok: code < 300, code, answer: `${code}`, retryAfterMs });

/** Endpoints without a network, to test which messages are sent, where and when. */
export interface Endpoints {
  readonly sender: WebhookSender;
  /** All attempts, in order. */
  readonly attempts: DeliveryAttempt[];
  /** Sets the outcome of future attempts at a URL; the default is success. */
  at(url: string, endpoint: Endpoint): void;
}

export function endpoints(): Endpoints {
  const attempts: DeliveryAttempt[] = [];
  const known = new Map<string, Endpoint>();
  let secrets = 0;
  return {
    attempts,
    at: (url, endpoint) => known.set(url, endpoint),
    sender: {
      send: async (attempt, gone) => {
        attempts.push(attempt);
        let end: () => void = () => undefined;
        const ended = new Promise<AttemptOutcome>((resolve) => {
          end = () => resolve({ ...SOON, ok: false, code: null, answer: 'The sender was closed.' });
        });
        gone?.addEventListener('abort', end);
        const outcome = await Promise.race([(known.get(attempt.url) ?? accepts)(attempt), ended]);
        gone?.removeEventListener('abort', end);
        return outcome;
      },
      checkUrl: (url) => {
        if (!url.startsWith('https:')) throw invalid({ url: 'must begin with https' });
      },
      newSecret: () => `whsec_${Buffer.from(String(++secrets).padStart(32, '0')).toString('base64')}`,
      close: async () => undefined,
    },
  };
}
