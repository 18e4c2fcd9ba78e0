import { object } from '../shared/check.ts';
import { type InputsOf, id, page } from '../shared/inputs.ts';
import type { sessionUseCases } from './use-cases.ts';

export const sessionInputs: InputsOf<typeof sessionUseCases> = {
  list: [object(page)],
  get: [id],
  revoke: [id],
};
