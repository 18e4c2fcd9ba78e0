import type { Caller } from '../../access/caller.ts';
import type { Ports } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound } from '../../shared/refusal.ts';
import { idWithin, inboxOf, type Notification, shownId } from '../notification.ts';

/** Rows deleted per unit of work; small, so that requests do not wait long. */
const FORGET_STEP = 500;

/** A member's own notifications; a service sees those of the person behind it (docs/rules.md, Notifications). */
export function notificationUseCases({ storage, clock }: Ports) {
  return {
    /** Newest first. */
    list: (
      caller: Caller,
      query: PageRequest & { unread?: boolean | undefined },
    ): Promise<Page<Notification>> =>
      storage.read(caller.workspaceId, async ({ notifications }) => {
        const memberId = inboxOf(caller);
        const page = await notifications.list(memberId, query.unread ?? false, pageSlice(query));
        return { ...page, items: page.items.map(shownTo(memberId)) };
      }),

    /** Repeatable; keeps the first time of reading. */
    markRead: (caller: Caller, id: string): Promise<Notification> =>
      storage.write(caller.workspaceId, async ({ notifications }) => {
        const memberId = inboxOf(caller);
        const own = idWithin(memberId, id);
        const notification = await notifications.byId(memberId, own);
        if (!notification) throw notFound('notification');
        if (notification.readAt !== null) return shownTo(memberId)(notification);
        const readAt = clock();
        await notifications.markRead(memberId, own, readAt);
        return shownTo(memberId)({ ...notification, readAt });
      }),

    markAllRead: (caller: Caller): Promise<void> =>
      storage.write(caller.workspaceId, ({ notifications }) =>
        notifications.markAllRead(inboxOf(caller), clock()),
      ),

    /** Deletes notifications older than `olderThanMs`, in batches; returns how many. */
    forget: async (olderThanMs: number): Promise<number> => {
      let forgotten = 0;
      for (const { id } of await storage.directory.workspaces()) {
        const before = clock() - olderThanMs;
        let after: string | null = null;
        do {
          const from: string | null = after;
          const step: { forgotten: number; after: string | null } = await storage.write(
            id,
            ({ notifications }) => notifications.forget(before, FORGET_STEP, from),
          );
          forgotten += step.forgotten;
          after = step.after;
        } while (after !== null);
      }
      return forgotten;
    },
  };
}

const shownTo =
  (memberId: string) =>
  (notification: Notification): Notification => ({
    ...notification,
    id: shownId(memberId, notification.id),
  });
