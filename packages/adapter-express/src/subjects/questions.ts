import { contract } from '@tandem/contract';
import { ANSWER_FIELD, type Answer, type Question } from '@tandem/core';
import { created, list, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

/** The field that a question of the kind is answered by. */
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

export const questions = bind(contract.questions, {
  ask: async ({ tandem, caller, params, body }) =>
    created(presentQuestion(await tandem.questions.ask(caller, params.identifier, body))),
  list: async ({ tandem, caller, query }) =>
    list(await tandem.questions.list(caller, query), presentQuestion),
  get: async ({ tandem, caller, params }) =>
    ok(presentQuestion(await tandem.questions.get(caller, params.id))),
  answer: async ({ tandem, caller, params, body }) =>
    ok(presentQuestion(await tandem.questions.answer(caller, params.id, body))),
  withdraw: async ({ tandem, caller, params }) =>
    ok(presentQuestion(await tandem.questions.withdraw(caller, params.id))),
});
