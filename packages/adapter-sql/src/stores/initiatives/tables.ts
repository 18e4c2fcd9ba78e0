import { INITIATIVE_STATUSES } from '@tandem/core';
import { integer, moment, nullable, table, text, word } from '../../table.ts';

export const initiatives = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  name: text,
  description: nullable(text),
  status: word(INITIATIVE_STATUSES),
  /** 1 once removed, until its rows are deleted. */
  removed: integer,
  created_at: moment,
  updated_at: moment,
});
