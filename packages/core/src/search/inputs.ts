import { boolean, list, object, oneOf, optional, text } from '../shared/check.ts';
import { type InputsOf, page } from '../shared/inputs.ts';
import { SEARCH_TYPES } from './found.ts';
import type { searchUseCases } from './use-cases.ts';

export const searchInputs: InputsOf<typeof searchUseCases> = {
  find: [
    object({ ...page, q: text, types: optional(list(oneOf(SEARCH_TYPES))), archived: optional(boolean) }),
  ],
};
