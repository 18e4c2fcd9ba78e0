import { type InputsOf, page, task } from '../../inputs.ts';
import { named, number, object, text } from '../../shared/check.ts';
import type { attemptUseCases } from './attempts.ts';

export const attemptInputs: InputsOf<typeof attemptUseCases> = {
  list: [task, object(page)],
  putTranscript: [task, named('attempt', number), object({ fileId: text })],
  deleteTranscript: [task, named('attempt', number)],
};
