import { randomBytes } from 'node:crypto';
import type { DeliveryAttempt } from '@tandem/core';
import { Webhook } from 'standardwebhooks';
import { NoAnswer } from './failures.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The headers of Standard Webhooks: one signature per secret, newest first. */
export function signedHeaders({ id, timestamp, body, secrets }: DeliveryAttempt): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(timestamp / 1000)),
    'webhook-signature': signatures({ id, timestamp, body, secrets }).join(' '),
  };
}

function signatures({ id, timestamp, body, secrets }: Omit<DeliveryAttempt, 'url'>): string[] {
  // A receiver that does not verify signatures would accept it.
  if (secrets.length === 0) throw new NoAnswer('There is no secret to sign with. Nothing was sent.');
  try {
    return secrets.map((secret) => new Webhook(secret).sign(id, new Date(timestamp), body));
  } catch {
    throw new NoAnswer('A secret of this webhook is unusable. Nothing was sent. Rotate the secret.');
  }
}
