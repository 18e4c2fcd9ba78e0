import { integer, nullable, table, text } from '../../table.ts';

/** The author asked the question. */
export const questions = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  number: integer,
  kind: text,
  text: text,
  /** A JSON array. */
  options: text,
  /** JSON. */
  by_default: nullable(text),
  due_at: nullable(integer),
  to_id: nullable(text),
  author_id: text,
  author_type: text,
  author_name: text,
  author_display_name: text,
  blocking: integer,
  return_to: nullable(text),
  status: text,
  /** JSON, with the answerer's name at that time. */
  answer: nullable(text),
  answered_by: nullable(text),
  created_at: integer,
  closed_at: nullable(integer),
});
