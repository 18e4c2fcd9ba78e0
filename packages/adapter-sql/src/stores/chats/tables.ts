import { CHAT_STATUSES, MESSAGE_ROLES, type Suggestion } from '@tandem/core';
import { isObjects, isText } from '../../columns.ts';
import { count, integer, listOf, moment, nullable, table, text, word } from '../../table.ts';
import { AUTHORED } from '../access/authors.ts';

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
  role: word(MESSAGE_ROLES),
  body: text,
  ...AUTHORED,
  client_message_id: nullable(text),
  turn_id: nullable(text),
  suggestions: listOf('suggestions', (value): value is Suggestion[] =>
    isObjects(value, { id: isText, kind: isText, text: isText }),
  ),
  created_at: moment,
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
