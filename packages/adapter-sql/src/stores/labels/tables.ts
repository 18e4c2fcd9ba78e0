import { LABEL_COLORS } from '@tandem/core';
import { integer, table, text, word } from '../../table.ts';

export const labels = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  name: text,
  name_key: text,
  color: word(LABEL_COLORS),
  /** 1 once removed, until its rows are deleted. */
  removed: integer,
});
