import { type InputsOf, page, task } from '../../inputs.ts';
import { anything, named, number, object } from '../../shared/check.ts';
import type { attemptUseCases } from './attempts.ts';

export const attemptInputs: InputsOf<typeof attemptUseCases> = {
  list: [task, object(page)],
  putTranscript: [task, named('attempt', number), anything()],
  deleteTranscript: [task, named('attempt', number)],
};
