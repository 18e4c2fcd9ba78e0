import { gone, type InputsOf, id, task, timing, wanted } from '../../inputs.ts';
import { boolean, maybe, number, object, optional, record, text } from '../../shared/check.ts';
import { failureInput } from '../failure.ts';
import type { claimUseCases } from './claims.ts';

export const claimInputs: InputsOf<typeof claimUseCases> = {
  next: [
    object({
      agentId: optional(text),
      resume: optional(boolean),
      runKey: optional(boolean),
      ...wanted,
      ...timing,
    }),
    gone,
  ],
  claim: [
    task,
    object({
      agentId: optional(text),
      leaseSeconds: optional(number),
      takeOver: optional(boolean),
      runKey: optional(boolean),
    }),
  ],
  heartbeat: [
    task,
    object({
      token: optional(text),
      progress: optional(object({ note: maybe(text), percent: maybe(number) })),
      checkpoint: maybe(text),
      usage: optional(record(number)),
    }),
  ],
  release: [
    task,
    object({
      token: optional(text),
      note: maybe(text),
      notBefore: maybe(number),
      failure: failureInput,
      declined: optional(boolean),
    }),
  ],
  stop: [id],
};
