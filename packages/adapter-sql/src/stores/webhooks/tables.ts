import { integer, nullable, table, text } from '../../table.ts';

export const webhooks = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  url: text,
  /** JSON. */
  types: text,
  description: nullable(text),
  enabled: integer,
  disabled_reason: nullable(text),
  creator_id: text,
  secret: text,
  old_secret: nullable(text),
  old_secret_until: nullable(integer),
  /** The last event for which deliveries were created. */
  position: integer,
  failing_since: nullable(integer),
  not_before: nullable(integer),
  /** 1: deleted, with deliveries still pending. */
  removed: integer,
  created_at: integer,
  updated_at: integer,
});

export const deliveries = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  webhook_id: text,
  message_id: text,
  type: text,
  event_seq: nullable(integer),
  status: text,
  attempts: integer,
  /** NULL: no more attempts. */
  next_at: nullable(integer),
  attempted_at: nullable(integer),
  code: nullable(integer),
  duration_ms: nullable(integer),
  answer: nullable(text),
  created_at: integer,
});
