import { integer, table, text } from '../../table.ts';

export const labels = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  name: text,
  name_key: text,
  color: text,
  /** 1 once removed, until its rows are deleted. */
  removed: integer,
});
