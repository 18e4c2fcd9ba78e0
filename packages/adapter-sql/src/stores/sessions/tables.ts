import { integer, moment, nullable, table, text } from '../../table.ts';
import { scopes } from '../access/tables.ts';

export const sessions = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  member_id: text,
  /** NULL: the session was opened by a code. */
  key_id: nullable(text),
  /** The `expires_at` of that key. */
  key_expires_at: nullable(moment),
  scopes,
  secret_hash: text,
  user_agent: nullable(text),
  created_at: moment,
  last_used_at: nullable(moment),
  expires_at: moment,
});

export const signInLinks = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  member_id: text,
  seq: integer,
  code_hash: text,
  expires_at: integer,
});
