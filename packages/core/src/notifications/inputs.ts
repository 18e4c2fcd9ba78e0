import { boolean, object, optional } from '../shared/check.ts';
import { type InputsOf, id, page } from '../shared/inputs.ts';
import type { notificationUseCases } from './use-cases.ts';

export const notificationInputs: InputsOf<typeof notificationUseCases> = {
  list: [object({ ...page, unread: optional(boolean) })],
  markRead: [id],
};
