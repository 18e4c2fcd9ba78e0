import { integer, nullable, table, text } from '../../table.ts';

/** Removed entities with rows still to delete. */
export const removals = table(['workspace_id', 'seq'], {
  workspace_id: text,
  seq: integer,
  kind: text,
  id: text,
  /** The number, for a task. */
  number: nullable(integer),
  at: integer,
});
