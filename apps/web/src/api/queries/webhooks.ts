import type { Delivery } from '@tandem/client';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const webhooks = listOf(['webhooks'], (page, options) => tandem.webhooks.list(page, options));

/** Deliveries raise no events, so visible ones are polled. */
const POLL_MS = 2_000;

export const deliveries = (id: string, status?: Delivery['status']) => ({
  ...listOf(['deliveries', id, status], (page, options) =>
    tandem.webhooks.deliveries(id, { ...page, limit: 25, ...(status && { status }) }, options),
  ),
  refetchInterval: POLL_MS,
});
