import { integer, table, text } from '../../table.ts';

/** SQLite: the ids of search blocks. */
export const searchBlocks = table(['id'], {
  id: integer,
  workspace_id: text,
  lane: text,
  block: integer,
});

/** Search slots of comments and results; on PostgreSQL also of tasks (slot 0), with the words. */
export const searchTexts = table(['workspace_id', 'number', 'slot'], {
  workspace_id: text,
  number: integer,
  slot: integer,
  kind: text,
  ref: text,
});

/** Searchable entities other than tasks: their ordinal, and the last task number when each was created. */
export const searchPlaced = table(['workspace_id', 'ordinal'], {
  workspace_id: text,
  ordinal: integer,
  type: text,
  id: text,
  number: integer,
});

/** Progress of indexing older texts: all texts after `number` and `seq` remain. */
export const searchFills = table(['workspace_id', 'kind'], {
  workspace_id: text,
  kind: text,
  number: integer,
  seq: integer,
});
