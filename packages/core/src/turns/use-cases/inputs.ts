import { gone, type InputsOf, id, timing } from '../../inputs.ts';
import { list, maybe, number, object, optional, record, text } from '../../shared/check.ts';
import type { turnUseCases } from './turns.ts';

const held = object<{ readonly token: string }>({ token: text });

export const turnInputs: InputsOf<typeof turnUseCases> = {
  checkVisible: [id, optional(id)],
  claim: [id, object(timing), gone],
  heartbeat: [id, id, held],
  reply: [
    id,
    id,
    object({
      token: text,
      body: text,
      suggestions: optional(list(object({ kind: text, text }))),
      fileIds: optional(list(text)),
      usage: optional(record(number)),
    }),
  ],
  fail: [id, id, object({ token: text, errorCode: text, message: maybe(text) })],
  release: [id, id, held],
};
