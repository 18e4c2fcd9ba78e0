import { boolean, list, maybe, number, object, oneOf, optional, record, text } from '../shared/check.ts';
import { gone, type InputsOf, id } from '../shared/inputs.ts';
import { task } from '../tasks/inputs.ts';
import { PRIORITIES } from '../tasks/task.ts';
import type { claimUseCases } from './use-cases.ts';

/** Durations of a lease and of a long poll. */
export const timing = { leaseSeconds: optional(number), wait: optional(number) };

/** Filter for the tasks to claim. */
export const wanted = {
  projectId: maybe(text),
  labels: optional(list(text)),
  priority: optional(list(oneOf(PRIORITIES))),
};

export const claimInputs: InputsOf<typeof claimUseCases> = {
  next: [object({ agentId: optional(text), resume: optional(boolean), ...wanted, ...timing }), gone],
  claim: [
    task,
    object({ agentId: optional(text), leaseSeconds: optional(number), takeOver: optional(boolean) }),
  ],
  heartbeat: [
    task,
    object({
      token: text,
      progress: optional(object({ note: maybe(text), percent: maybe(number) })),
      checkpoint: maybe(text),
      usage: optional(record(number)),
    }),
  ],
  release: [
    task,
    object({ token: text, note: maybe(text), notBefore: maybe(number), declined: optional(boolean) }),
  ],
  stop: [id],
};
