import { type InputsOf, page } from '../../inputs.ts';
import { boolean, list, object, oneOf, optional, text } from '../../shared/check.ts';
import { SEARCH_TYPES } from '../found.ts';
import type { searchUseCases } from './search.ts';

export const searchInputs: InputsOf<typeof searchUseCases> = {
  find: [
    object({ ...page, q: text, types: optional(list(oneOf(SEARCH_TYPES))), archived: optional(boolean) }),
  ],
};
