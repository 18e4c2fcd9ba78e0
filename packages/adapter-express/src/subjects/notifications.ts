import { contract } from '@tandem/contract';
import type { Notification } from '@tandem/core';
import { list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

export const presentNotification = (notification: Notification) => ({
  ...notification,
  readAt: isoOrNull(notification.readAt),
  createdAt: iso(notification.createdAt),
});

export const notifications = bind(contract.notifications, {
  list: async ({ tandem, caller, query }) =>
    list(await tandem.notifications.list(caller, query), presentNotification),
  markRead: async ({ tandem, caller, params }) =>
    ok(presentNotification(await tandem.notifications.markRead(caller, params.id))),
  markAllRead: async ({ tandem, caller }) => {
    await tandem.notifications.markAllRead(caller);
    return noContent;
  },
});
