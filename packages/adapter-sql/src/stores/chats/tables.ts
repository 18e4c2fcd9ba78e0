import { CHAT_STATUSES } from '@tandem/core';
import { count, integer, moment, nullable, table, text, word } from '../../table.ts';

export const chats = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  person_id: text,
  agent_id: text,
  title: text,
  status: word(CHAT_STATUSES),
  message_count: count,
  last_message_at: moment,
  created_at: moment,
  updated_at: moment,
  archived_at: nullable(moment),
});

export const messages = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  chat_id: text,
  role: text,
  body: text,
  author_id: text,
  author_type: text,
  author_name: text,
  author_display_name: text,
  client_message_id: nullable(text),
  turn_id: nullable(text),
  /** A JSON array. */
  suggestions: text,
  created_at: integer,
});

export const messageFiles = table(['workspace_id', 'message_id', 'position'], {
  workspace_id: text,
  message_id: text,
  position: integer,
  file_id: text,
  chat_id: text,
});

export const idempotencyKeys = table(['workspace_id', 'person_id', 'key'], {
  workspace_id: text,
  person_id: text,
  key: text,
  payload_hash: text,
  chat_id: text,
  message_id: text,
  created_at: integer,
});
