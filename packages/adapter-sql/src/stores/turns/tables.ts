import { integer, nullable, table, text } from '../../table.ts';

export const turns = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  chat_id: text,
  person_id: text,
  agent_id: text,
  status: text,
  state: text,
  error_code: nullable(text),
  error_message: nullable(text),
  human_message_id: text,
  reply_message_id: nullable(text),
  lease_token: nullable(text),
  lease_expires_at: nullable(integer),
  lease_seconds: nullable(integer),
  claims: integer,
  created_at: integer,
  updated_at: integer,
  completed_at: nullable(integer),
});
