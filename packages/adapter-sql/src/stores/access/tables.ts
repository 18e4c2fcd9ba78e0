import { KEY_KINDS, SCOPES, type Scope } from '@tandem/core';
import { isOneOf } from '../../columns.ts';
import { integer, jsonOf, moment, nullable, table, text, word } from '../../table.ts';

export const scopes = jsonOf(
  `list of ${SCOPES.join(', ')}`,
  (value): value is readonly Scope[] => Array.isArray(value) && value.every(isOneOf(SCOPES)),
);

export const keys = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  name: text,
  kind: word(KEY_KINDS),
  member_id: nullable(text),
  created_by: nullable(text),
  scopes,
  secret_hash: text,
  expires_at: nullable(moment),
  last_used_at: nullable(moment),
  created_at: moment,
  task_number: nullable(integer),
  issued_to: nullable(text),
});
