import { boolean, either, list, maybe, number, object, oneOf, optional, text } from '../shared/check.ts';
import { type InputsOf, id, page } from '../shared/inputs.ts';
import { task } from '../tasks/inputs.ts';
import type { OptionInput } from './options.ts';
import { QUESTION_KINDS, QUESTION_STATUSES } from './question.ts';
import type { questionUseCases } from './use-cases.ts';

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
