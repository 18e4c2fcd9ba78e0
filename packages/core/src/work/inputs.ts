import { timing, wanted } from '../claims/inputs.ts';
import { list, object, oneOf, optional } from '../shared/check.ts';
import { gone, type InputsOf, id } from '../shared/inputs.ts';
import { WORK_KINDS, type workUseCases } from './use-cases.ts';

export const workInputs: InputsOf<typeof workUseCases> = {
  next: [id, object({ kinds: optional(list(oneOf(WORK_KINDS))), ...wanted, ...timing }), gone],
};
