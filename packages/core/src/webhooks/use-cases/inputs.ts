import { type InputsOf, id, page } from '../../inputs.ts';
import { boolean, list, maybe, object, oneOf, optional, text } from '../../shared/check.ts';
import { DELIVERY_STATUSES } from '../delivery.ts';
import type { webhookUseCases } from './webhooks.ts';

export const webhookInputs: InputsOf<typeof webhookUseCases> = {
  create: [object({ url: text, types: list(text), description: maybe(text) })],
  list: [object(page)],
  get: [id],
  update: [
    id,
    object({
      url: optional(text),
      types: optional(list(text)),
      description: maybe(text),
      enabled: optional(boolean),
    }),
  ],
  delete: [id],
  rotate: [id],
  test: [id],
  deliveries: [id, object({ ...page, status: optional(oneOf(DELIVERY_STATUSES)) })],
  retry: [id, id],
  replay: [id, object({ after: text })],
};
