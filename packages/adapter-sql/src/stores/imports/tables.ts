import {
  IMPORT_STATES,
  IMPORTED_TYPES,
  type ImportCounts,
  type ImportOptions,
  type ImportUndo,
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
  numbers_after: integer,
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
  undo: nullable(
    jsonOf('object of what was undone', (value): value is ImportUndo =>
      isObjectOf(value, { removed: isNumbers, left: Array.isArray, leftCount: Number.isSafeInteger }),
    ),
  ),
});

export const importItems = table(['workspace_id', 'source', 'type', 'external_id'], {
  workspace_id: text,
  source: text,
  type: word(IMPORTED_TYPES),
  external_id: text,
  source_number: nullable(integer),
  entity_id: text,
  import_id: text,
  /** Whether `created_in` is set. */
  created: flag,
  created_in: nullable(text),
  task_number: nullable(integer),
  seq: integer,
  fields: jsonOf('object of digests', (value): value is Readonly<Record<string, string>> =>
    isTextsByKey(value),
  ),
});
