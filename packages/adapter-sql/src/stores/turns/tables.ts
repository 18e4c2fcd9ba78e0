import { TURN_STATES, TURN_STATUSES } from '@tandem/core';
import { count, integer, moment, nullable, table, text, word } from '../../table.ts';

export const turns = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  chat_id: text,
  person_id: text,
  agent_id: text,
  status: word(TURN_STATUSES),
  state: word(TURN_STATES),
  error_code: nullable(text),
  error_message: nullable(text),
  human_message_id: text,
  reply_message_id: nullable(text),
  lease_token: nullable(text),
  lease_expires_at: nullable(moment),
  lease_seconds: nullable(integer),
  claims: count,
  created_at: moment,
  updated_at: moment,
  completed_at: nullable(moment),
});
