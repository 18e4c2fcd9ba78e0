import { type InputsOf, page, task } from '../../inputs.ts';
import { object } from '../../shared/check.ts';
import type { attemptUseCases } from './attempts.ts';

export const attemptInputs: InputsOf<typeof attemptUseCases> = {
  list: [task, object(page)],
};
