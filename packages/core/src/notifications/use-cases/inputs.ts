import { type InputsOf, id, page } from '../../inputs.ts';
import { boolean, object, optional } from '../../shared/check.ts';
import type { notificationUseCases } from './notifications.ts';

export const notificationInputs: InputsOf<typeof notificationUseCases> = {
  list: [object({ ...page, unread: optional(boolean) })],
  markRead: [id],
  markAllRead: [],
};
