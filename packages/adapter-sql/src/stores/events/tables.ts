import { integer, nullable, table, text } from '../../table.ts';

export const events = table(['workspace_id', 'seq'], {
  workspace_id: text,
  seq: integer,
  id: text,
  actor_type: text,
  actor_id: text,
  actor_name: text,
  key_owner: nullable(text),
  entity_type: text,
  entity_id: text,
  entity_title: text,
  action: text,
  field: nullable(text),
  old_value: nullable(text),
  new_value: nullable(text),
  reason: nullable(text),
  created_at: integer,
  task_number: nullable(integer),
  /** JSON; the first change has its own columns. */
  more_changes: nullable(text),
  /** JSON. */
  related: nullable(text),
  /** Number of activity entries of this event. */
  entries: integer,
});

/** Events up to `kept_after` may have been deleted. */
export const eventLogs = table(['workspace_id'], {
  workspace_id: text,
  kept_after: integer,
});
