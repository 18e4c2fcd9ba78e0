import { integer, nullable, table, text } from '../../table.ts';

export const projects = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  title: text,
  description: nullable(text),
  status: text,
  color: text,
  target_date: nullable(integer),
  initiative_id: nullable(text),
  goal_id: nullable(text),
  archived: integer,
  created_at: integer,
  updated_at: integer,
});
