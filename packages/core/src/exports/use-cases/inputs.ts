import type { InputsOf } from '../../inputs.ts';
import { list, object, oneOf, optional } from '../../shared/check.ts';
import { EXPORT_INCLUDES } from '../record.ts';
import type { exportUseCases } from './export.ts';

export const exportInputs: InputsOf<typeof exportUseCases> = {
  read: [object({ include: optional(list(oneOf(EXPORT_INCLUDES))) })],
};
