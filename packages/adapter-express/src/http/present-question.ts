import { hash } from 'node:crypto';
import { ANSWER_FIELD, type Answer, type Question, versionOf } from '@tandem/core';
import { iso, isoOrNull } from './iso.ts';

const sha256 = (text: string): string => hash('sha256', text);

/** The field that holds the answer to a question of this kind. */
const presentValue = (
  kind: Question['kind'],
  value: Answer['value'],
): { choice?: string; text?: string; approved?: boolean } => ({
  [ANSWER_FIELD[kind]]: value,
});

const presentAnswer = (kind: Question['kind'], { value, comment, by, at }: Answer) => ({
  ...presentValue(kind, value),
  comment,
  by,
  at: iso(at),
});

export const presentQuestion = (question: Question) => ({
  id: question.id,
  version: versionOf(question, sha256),
  task: question.task,
  kind: question.kind,
  text: question.text,
  options: question.options,
  default: question.default,
  dueAt: isoOrNull(question.dueAt),
  to: question.to,
  asker: question.asker,
  blocking: question.blocking,
  status: question.status,
  answer: question.answer && presentAnswer(question.kind, question.answer),
  createdAt: iso(question.createdAt),
});
