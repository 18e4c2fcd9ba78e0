import { PROJECT_STATUSES } from '@tandem/core';
import { EXTERNAL_ID } from '../../external-id.ts';
import { flag, integer, moment, nullable, table, text, word } from '../../table.ts';

export const projects = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  title: text,
  description: nullable(text),
  status: word(PROJECT_STATUSES),
  color: text,
  target_date: nullable(moment),
  initiative_id: nullable(text),
  goal_id: nullable(text),
  ...EXTERNAL_ID,
  archived: flag,
  created_at: moment,
  updated_at: moment,
});
