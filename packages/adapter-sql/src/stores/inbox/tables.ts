import { integer, table, text } from '../../table.ts';

/** One row per person to whom an entry is addressed; '' is everyone. */
export const inbox = table(['workspace_id', 'person_id', 'seq'], {
  workspace_id: text,
  person_id: text,
  seq: integer,
  kind: text,
  ref: text,
  since: integer,
});
