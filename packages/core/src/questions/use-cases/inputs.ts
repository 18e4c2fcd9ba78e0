import { type InputsOf, id, page, task } from '../../inputs.ts';
import { boolean, either, list, maybe, number, object, oneOf, optional, text } from '../../shared/check.ts';
import { type OptionInput, QUESTION_KINDS } from '../options.ts';
import { QUESTION_STATUSES } from '../question.ts';
import type { questionUseCases } from './questions.ts';

const option = object<OptionInput>({ id: maybe(text), text, consequence: maybe(text) });

export const questionInputs: InputsOf<typeof questionUseCases> = {
  ask: [
    task,
    object({
      token: maybe(text),
      kind: oneOf(QUESTION_KINDS),
      text,
      options: maybe(list(option)),
      default: maybe(either(text, boolean, 'must be a string, or true or false')),
      dueAt: maybe(number),
      to: maybe(text),
      blocking: maybe(boolean),
    }),
  ],
  list: [
    object({
      ...page,
      status: optional(list(oneOf(QUESTION_STATUSES))),
      to: optional(text),
      task: optional(text),
    }),
  ],
  get: [id],
  answer: [
    id,
    object({
      version: maybe(text),
      choice: maybe(text),
      text: maybe(text),
      approved: maybe(boolean),
      comment: maybe(text),
    }),
  ],
  withdraw: [id],
};
