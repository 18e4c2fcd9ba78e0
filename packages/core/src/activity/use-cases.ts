import type { Caller } from '../access/caller.ts';
import { type Page, type PageRequest, pageSlice } from '../shared/page.ts';
import type { Ports } from '../shared/ports.ts';
import { notFound, Refusal } from '../shared/refusal.ts';
import type { Notification } from './notification.ts';

/** A member's own notifications; a service sees those of the person behind it (decisions, section 9). */
export function notificationUseCases({ storage, clock }: Ports) {
  return {
    /** Newest first. */
    list: (
      caller: Caller,
      query: PageRequest & { unread?: boolean | undefined },
    ): Promise<Page<Notification>> =>
      storage.read(caller.workspaceId, ({ notifications }) =>
        notifications.list(inboxOf(caller), query.unread ?? false, pageSlice(query)),
      ),

    /** Repeatable: what was read stays read since then. */
    markRead: (caller: Caller, id: string): Promise<Notification> =>
      storage.write(caller.workspaceId, async ({ notifications }) => {
        const memberId = inboxOf(caller);
        const notification = await notifications.byId(memberId, id);
        if (!notification) throw notFound('notification');
        if (notification.readAt !== null) return notification;
        const readAt = clock();
        await notifications.markRead(memberId, id, readAt);
        return { ...notification, readAt };
      }),

    markAllRead: (caller: Caller): Promise<void> =>
      storage.write(caller.workspaceId, ({ notifications }) =>
        notifications.markAllRead(inboxOf(caller), clock()),
      ),
  };
}

/** The member whose notifications the caller sees and whose subscriptions it sets; 403 when there is none. */
export function inboxOf(caller: Caller): string {
  if (caller.inboxId) return caller.inboxId;
  throw new Refusal(
    'FORBIDDEN',
    'This key speaks for no member, so it has no notifications. Use the key of a person, an agent or a service.',
  );
}
