import { contract } from '@tandem/contract';
import { created, list, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { presentQuestion } from '../http/present-question.ts';

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
