import type { ViewQuery } from '@tandem/core';
import { isObjectOf, isText } from '../../columns.ts';
import { flag, jsonOf, moment, table, text } from '../../table.ts';

export const views = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  name: text,
  /** The folded name and the id. */
  sort_key: text,
  shared: flag,
  query: jsonOf('object of a query', (value): value is ViewQuery =>
    isObjectOf(value, {
      filters: (filters) => isObjectOf(filters, {}),
      sort: isText,
      order: isText,
      view: isText,
      groupBy: isText,
    }),
  ),
  creator_id: text,
  created_at: moment,
  updated_at: moment,
});
