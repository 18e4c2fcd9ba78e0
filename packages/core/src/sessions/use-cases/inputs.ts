import { type InputsOf, id, page } from '../../inputs.ts';
import { object } from '../../shared/check.ts';
import type { sessionUseCases } from './sessions.ts';

export const sessionInputs: InputsOf<typeof sessionUseCases> = {
  list: [object(page)],
  get: [id],
  revoke: [id],
  createLink: [],
};
