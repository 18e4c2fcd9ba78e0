import type { Bulk } from './bulk.ts';
import { START } from './texts.ts';

/** An event type that does not occur in an existing workspace, so nothing is sent. */
export const NEVER = 'workspace.created';
export const ENDPOINT = 'https://example.invalid/';

export interface WebhookTraits {
  readonly creator: string;
  readonly enabled: boolean;
  readonly deliveries: number;
  readonly removed?: boolean;
  readonly at?: number;
}

/** Adds a webhook that has been sent so much, all of it delivered or, each tenth, given up; returns its id. */
export function addWebhook(bulk: Bulk, { creator, enabled, deliveries, removed, at }: WebhookTraits): string {
  const then = at ?? START;
  const id = bulk.add('webhooks', {
    url: ENDPOINT,
    types: JSON.stringify([NEVER]),
    enabled: Number(enabled),
    creator_id: creator,
    secret: `whsec_${'A'.repeat(43)}=`,
    removed: Number(removed ?? false),
    created_at: then,
    updated_at: then,
  });
  for (let i = 0; i < deliveries; i++) {
    bulk.add('deliveries', {
      webhook_id: id,
      message_id: bulk.newId(),
      type: 'task.created',
      event_seq: i + 1,
      status: i % 10 ? 'delivered' : 'given_up',
      attempts: 1,
      attempted_at: then,
      code: 200,
      duration_ms: 5,
      answer: 'x'.repeat(1_024),
      created_at: then,
    });
  }
  return id;
}
