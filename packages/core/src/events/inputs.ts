import { list, number, object, optional, text } from '../shared/check.ts';
import type { InputsOf } from '../shared/inputs.ts';
import type { eventUseCases } from './use-cases.ts';

const query = object({
  after: optional(text),
  limit: optional(number),
  types: optional(list(text)),
  entity: optional(text),
});

export const eventInputs: InputsOf<typeof eventUseCases> = { list: [query], begin: [query] };
