import { CALLER_TYPES, GOAL_STATUSES } from '@tandem/core';
import { EXTERNAL_ID } from '../../external-id.ts';
import { flag, integer, moment, nullable, real, table, text, word } from '../../table.ts';

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
  status: word(GOAL_STATUSES),
  target_date: nullable(moment),
  initiative_id: nullable(text),
  ...EXTERNAL_ID,
  archived: flag,
  created_at: moment,
  updated_at: moment,
});

export const verifications = table(['workspace_id', 'goal_id', 'seq'], {
  workspace_id: text,
  goal_id: text,
  seq: integer,
  id: text,
  at: moment,
  by_name: text,
  by_type: word(CALLER_TYPES),
  passed: flag,
  evidence: text,
});
