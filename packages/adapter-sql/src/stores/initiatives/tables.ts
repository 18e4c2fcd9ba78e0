import { integer, nullable, table, text } from '../../table.ts';

export const initiatives = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  name: text,
  description: nullable(text),
  status: text,
  /** 1 once removed, until its rows are deleted. */
  removed: integer,
  created_at: integer,
  updated_at: integer,
});
