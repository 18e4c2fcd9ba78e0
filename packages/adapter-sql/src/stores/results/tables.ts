import { integer, nullable, table, text } from '../../table.ts';

/** The author set the current status. */
export const criteria = table(['workspace_id', 'number', 'position'], {
  workspace_id: text,
  number: integer,
  position: integer,
  id: text,
  text: text,
  status: text,
  /** A JSON array. */
  evidence: text,
  proven: integer,
  author_id: nullable(text),
  author_type: nullable(text),
  author_name: nullable(text),
  author_display_name: nullable(text),
  at: nullable(integer),
});

export const results = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  number: integer,
  outcome: text,
  summary: text,
  /** A JSON array. */
  evidence: text,
  /** JSON. */
  usage: nullable(text),
  author_id: text,
  author_type: text,
  author_name: text,
  author_display_name: text,
  behind: nullable(text),
  return_to: nullable(text),
  attempt: integer,
  part: text,
  created_at: integer,
  /** JSON, with the reviewer's name at that time. */
  review: nullable(text),
  reviewer_id: nullable(text),
});

/** Files named in the evidence of results. */
export const resultFiles = table(['workspace_id', 'result_id', 'file_id'], {
  workspace_id: text,
  result_id: text,
  file_id: text,
  number: integer,
});
