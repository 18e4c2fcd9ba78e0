import { type InputsOf, id, page } from '../../inputs.ts';
import { maybe, object, oneOf, optional, text } from '../../shared/check.ts';
import { INITIATIVE_STATUSES } from '../initiative.ts';
import type { initiativeUseCases } from './initiatives.ts';

const fields = { description: maybe(text), status: optional(oneOf(INITIATIVE_STATUSES)) };

export const initiativeInputs: InputsOf<typeof initiativeUseCases> = {
  list: [object(page)],
  create: [object({ name: text, ...fields })],
  get: [id],
  update: [id, object({ name: optional(text), ...fields })],
  delete: [id],
  projects: [id, object(page)],
};
