import { integer, nullable, table, text } from '../../table.ts';

export const sessions = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  member_id: text,
  /** NULL: the session was opened by a code. */
  key_id: nullable(text),
  /** The `expires_at` of that key. */
  key_expires_at: nullable(integer),
  /** A JSON array. */
  scopes: text,
  secret_hash: text,
  user_agent: nullable(text),
  created_at: integer,
  last_used_at: nullable(integer),
  expires_at: integer,
});

export const signInLinks = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  member_id: text,
  seq: integer,
  code_hash: text,
  expires_at: integer,
});
