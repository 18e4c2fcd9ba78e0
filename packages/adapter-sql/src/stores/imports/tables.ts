import {
  IMPORT_STATES,
  IMPORTED_TYPES,
  type ImportCounts,
  type ImportOptions,
  type ImportWarning,
} from '@tandem/core';
import { isNumbers, isObjectOf, isObjects, isText, isTextOrNull, isTextsByKey } from '../../columns.ts';
import { count, flag, integer, jsonOf, listOf, moment, nullable, table, text, word } from '../../table.ts';

export const imports = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  source: text,
  options: jsonOf('object of options', (value): value is ImportOptions => isObjectOf(value, {})),
  state: word(IMPORT_STATES),
  counts: jsonOf(
    'object of counts',
    (value): value is ImportCounts =>
      isObjectOf(value, {}) && Object.values(value as object).every(isNumbers),
  ),
  warnings: listOf('warnings', (value): value is ImportWarning[] =>
    isObjects(value, { type: isText, externalId: isTextOrNull, message: isText }),
  ),
  warning_count: count,
  created_by: text,
  created_at: moment,
  finished_at: nullable(moment),
});

export const importItems = table(['workspace_id', 'source', 'type', 'external_id'], {
  workspace_id: text,
  source: text,
  type: word(IMPORTED_TYPES),
  external_id: text,
  source_number: nullable(integer),
  entity_id: text,
  import_id: text,
  created: flag,
  fields: jsonOf('object of digests', (value): value is Readonly<Record<string, string>> =>
    isTextsByKey(value),
  ),
});
