import { integer, nullable, real, table, text } from '../../table.ts';

export const goals = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  title: text,
  description: nullable(text),
  test: nullable(text),
  metric_target: nullable(real),
  metric_current: nullable(real),
  metric_unit: nullable(text),
  status: text,
  target_date: nullable(integer),
  initiative_id: nullable(text),
  archived: integer,
  created_at: integer,
  updated_at: integer,
});

export const verifications = table(['workspace_id', 'goal_id', 'seq'], {
  workspace_id: text,
  goal_id: text,
  seq: integer,
  id: text,
  at: integer,
  by_name: text,
  by_type: text,
  passed: integer,
  evidence: text,
});
