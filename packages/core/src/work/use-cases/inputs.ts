import { gone, type InputsOf, id, timing, wanted } from '../../inputs.ts';
import { boolean, list, object, oneOf, optional } from '../../shared/check.ts';
import { WORK_KINDS, type workUseCases } from './work.ts';

export const workInputs: InputsOf<typeof workUseCases> = {
  next: [
    id,
    object({
      kinds: optional(list(oneOf(WORK_KINDS))),
      mentions: optional(boolean),
      runKey: optional(boolean),
      ...wanted,
      ...timing,
    }),
    gone,
  ],
};
