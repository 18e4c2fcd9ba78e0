import { type Answer, type Option, QUESTION_KINDS, QUESTION_STATUSES } from '@tandem/core';
import { isAuthor, isDate, isObjectOf, isObjects, isText, isTextOrNull } from '../../columns.ts';
import { flag, integer, jsonOf, listOf, moment, nullable, table, text, word } from '../../table.ts';
import { AUTHORED } from '../access/authors.ts';

/** The author asked the question. */
const isChoice = (value: unknown): value is Answer['value'] => isText(value) || typeof value === 'boolean';

const answer = jsonOf('answer', (value): value is Answer =>
  isObjectOf(value, {
    value: isChoice,
    comment: isTextOrNull,
    by: (by) => by === null || isAuthor(by),
    at: isDate,
  }),
);

export const questions = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  number: integer,
  kind: word(QUESTION_KINDS),
  text: text,
  options: listOf('options', (value): value is Option[] =>
    isObjects(value, { id: isText, text: isText, consequence: isTextOrNull }),
  ),
  by_default: nullable(jsonOf('answer', isChoice)),
  due_at: nullable(moment),
  to_id: nullable(text),
  ...AUTHORED,
  blocking: flag,
  return_to: nullable(text),
  status: word(QUESTION_STATUSES),
  /** With the answerer's name at that time. */
  answer: nullable(answer),
  answered_by: nullable(text),
  created_at: moment,
  closed_at: nullable(moment),
});
