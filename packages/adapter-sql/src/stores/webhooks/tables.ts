import { DELIVERY_STATUSES, DISABLED_REASONS, EVENT_TYPES, TEST_TYPE, type Webhook } from '@tandem/core';
import { isTexts } from '../../columns.ts';
import { count, flag, integer, jsonOf, moment, nullable, table, text, word } from '../../table.ts';

export const webhooks = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  url: text,
  types: jsonOf('list of texts', (value): value is Webhook['types'] => isTexts(value)),
  description: nullable(text),
  enabled: flag,
  disabled_reason: nullable(word(DISABLED_REASONS)),
  creator_id: text,
  secret: text,
  old_secret: nullable(text),
  old_secret_until: nullable(moment),
  /** The last event for which deliveries were created. */
  position: count,
  failing_since: nullable(moment),
  not_before: nullable(moment),
  /** 1: deleted, with deliveries still pending. */
  removed: integer,
  created_at: moment,
  updated_at: moment,
});

export const deliveries = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  webhook_id: text,
  message_id: text,
  type: word([...EVENT_TYPES, TEST_TYPE]),
  event_seq: nullable(integer),
  status: word(DELIVERY_STATUSES),
  attempts: count,
  /** NULL: no more attempts. */
  next_at: nullable(moment),
  attempted_at: nullable(moment),
  code: nullable(integer),
  duration_ms: nullable(integer),
  answer: nullable(text),
  created_at: moment,
});
