import { integer, nullable, table, text } from '../../table.ts';

export const keys = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  name: text,
  kind: text,
  member_id: nullable(text),
  created_by: nullable(text),
  /** A JSON array. */
  scopes: text,
  secret_hash: text,
  expires_at: nullable(integer),
  last_used_at: nullable(integer),
  created_at: integer,
});
