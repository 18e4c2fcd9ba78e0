import { type InputsOf, id, page } from '../../inputs.ts';
import { object, oneOf, optional, text } from '../../shared/check.ts';
import { LABEL_COLORS } from '../label.ts';
import type { labelUseCases } from './labels.ts';

const color = optional(oneOf(LABEL_COLORS));

export const labelInputs: InputsOf<typeof labelUseCases> = {
  list: [object(page)],
  get: [id],
  create: [object({ name: text, color })],
  update: [id, object({ name: optional(text), color })],
  delete: [id],
};
