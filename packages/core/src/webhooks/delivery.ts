import type { EventType } from '../events/types.ts';
import type { AttemptOutcome } from './sender.ts';

/** `failed` is tried again, `given_up` is not. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'given_up'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What a test sends. */
export const TEST_TYPE = 'webhook.test';

/** A message for an endpoint, and what came of it (docs/rules.md, Webhooks). */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  /** The event's: the same on every attempt, and when it is sent once more. Of a test its own. */
  readonly messageId: string;
  readonly type: EventType | typeof TEST_TYPE;
  /** The number of the event; null of a test. */
  readonly seq: number | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** When it is tried next, or given to another process that goes on with it; null when it is not. */
  readonly nextAt: number | null;
  readonly attemptedAt: number | null;
  readonly code: number | null;
  readonly durationMs: number | null;
  /** The first 1 kB of the answer, or why there was none. */
  readonly answer: string | null;
  readonly createdAt: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failure it is tried again, in milliseconds. After the last of them it is given up. */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** A receiver that asks to wait for longer waits for this, in milliseconds. */
export const MAX_WAIT_MS = 24 * HOUR;

/** An attempt is given up for lost after so long, in milliseconds: twice as long as it can take. */
export const ATTEMPT_LEASE_MS = 30 * SECOND;

/** Of a delivery that nobody has tried yet. */
export const UNTRIED = {
  status: 'pending',
  attempts: 0,
  attemptedAt: null,
  code: null,
  durationMs: null,
  answer: null,
} as const satisfies Partial<Delivery>;

/** To be tried at once, as if for the first time. */
export const anew = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  status: 'pending',
  attempts: 0,
  nextAt: now,
});

/** After an attempt. */
export function afterAttempt(delivery: Delivery, outcome: AttemptOutcome, now: number): Delivery {
  const { ok, code, durationMs, answer, retryAfterMs } = outcome;
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, attemptedAt: now, code, durationMs, answer };
  if (ok) return { ...tried, status: 'delivered', nextAt: null };
  // Whoever asks for a test looks at what comes of it.
  if (delivery.seq === null) return { ...tried, status: 'given_up', nextAt: null };
  const wait = RETRY_AFTER_MS[attempts - 1];
  if (wait === undefined) return { ...tried, status: 'given_up', nextAt: null };
  const asked = Math.min(retryAfterMs ?? 0, MAX_WAIT_MS);
  return { ...tried, status: 'failed', nextAt: now + Math.max(wait, asked) };
}
