import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const notifications = listOf(['notifications', 'list'], (page, options) =>
  tandem.notifications.list(page, options),
);

/** Higher counts are shown as “99+”. */
const MAX_COUNT = 99;

/** The number of unread notifications as displayed; empty if there are none. */
export const unreadCount = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => {
    const { data, hasMore } = await tandem.notifications.list({ unread: true, limit: MAX_COUNT }, { signal });
    return data.length === 0 ? '' : `${data.length}${hasMore ? '+' : ''}`;
  },
});
