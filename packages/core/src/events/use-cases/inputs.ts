import type { InputsOf } from '../../inputs.ts';
import { list, number, object, optional, text } from '../../shared/check.ts';
import type { eventUseCases } from './events.ts';

const query = object({
  after: optional(text),
  limit: optional(number),
  types: optional(list(text)),
  entity: optional(text),
});

export const eventInputs: InputsOf<typeof eventUseCases> = { list: [query], begin: [query], sight: [] };
