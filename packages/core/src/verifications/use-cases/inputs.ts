import { gone, type InputsOf, id, page, task, timing } from '../../inputs.ts';
import { boolean, list, maybe, number, object, oneOf, optional, record, text } from '../../shared/check.ts';
import { VERIFICATION_OUTCOMES, VERIFICATION_STATES } from '../verification.ts';
import type { verificationUseCases } from './verifications.ts';

export const verificationInputs: InputsOf<typeof verificationUseCases> = {
  next: [object({ repositories: optional(list(text)), ...timing }), gone],
  claim: [id, object({ leaseSeconds: optional(number), takeOver: optional(boolean) })],
  heartbeat: [id, object({ token: text, output: maybe(text) })],
  release: [id, object<{ readonly token: string }>({ token: text })],
  report: [
    id,
    object({
      token: text,
      outcome: oneOf(VERIFICATION_OUTCOMES),
      exitCode: maybe(number),
      output: maybe(text),
      outputLength: maybe(number),
      outputDigest: maybe(text),
      durationMs: number,
      environment: maybe(record(text)),
      files: maybe(list(text)),
    }),
  ],
  ofTask: [task, object(page)],
  list: [object({ state: oneOf(VERIFICATION_STATES), ...page })],
  get: [id],
  retry: [id],
};
