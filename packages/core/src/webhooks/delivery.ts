import type { EventType } from '../events/types.ts';
import type { AttemptOutcome } from './attempt.ts';

/** `failed` is retried, `given_up` is not. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'given_up'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The type of a test message. */
export const TEST_TYPE = 'webhook.test';

/** A message for an endpoint, with its outcome (docs/rules.md, Webhooks). */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  /** The id of the event: the same for every attempt and repeat. A test has its own. */
  readonly messageId: string;
  readonly type: EventType | typeof TEST_TYPE;
  /** The number of the event; null for a test. */
  readonly seq: number | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Time of the next attempt, or the end of a reservation by a process; null when there is none. */
  readonly nextAt: number | null;
  readonly attemptedAt: number | null;
  readonly code: number | null;
  readonly durationMs: number | null;
  /** The first 1 kB of the response, or the reason why there was none. */
  readonly answer: string | null;
  readonly createdAt: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before retries, in milliseconds. After the last one the delivery is given up. */
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
/** Maximum delay that a receiver can ask for, in milliseconds. */
export const MAX_WAIT_MS = 24 * HOUR;

/** Concurrent attempts per endpoint. */
const MAX_ATTEMPTS_AT_ONCE = 4;

/** Attempts that may start at an endpoint with this many running. */
export const freeAttempts = (running: number): number => Math.max(0, MAX_ATTEMPTS_AT_ONCE - running);

/** An attempt counts as lost after this time, in milliseconds: twice its maximum duration. */
export const ATTEMPT_LEASE_MS = 30 * SECOND;

/** The fields of an untried delivery. */
export const UNTRIED = {
  status: 'pending',
  attempts: 0,
  attemptedAt: null,
  code: null,
  durationMs: null,
  answer: null,
} as const satisfies Partial<Delivery>;

/** Due at once, as if for the first time. */
export const anew = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  status: 'pending',
  attempts: 0,
  nextAt: now,
});

/** The delivery after an attempt. */
export function afterAttempt(delivery: Delivery, outcome: AttemptOutcome, now: number): Delivery {
  const { ok, code, durationMs, answer, retryAfterMs } = outcome;
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, attemptedAt: now, code, durationMs, answer };
  if (ok) return { ...tried, status: 'delivered', nextAt: null };
  // Tests are not retried: their requester looks at the outcome.
  if (delivery.seq === null) return { ...tried, status: 'given_up', nextAt: null };
  const wait = RETRY_AFTER_MS[attempts - 1];
  if (wait === undefined) return { ...tried, status: 'given_up', nextAt: null };
  const asked = Math.min(retryAfterMs ?? 0, MAX_WAIT_MS);
  return { ...tried, status: 'failed', nextAt: now + Math.max(wait, asked) };
}
