import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const inbox = listOf(['inbox'], (page, options) => tandem.inbox.list(page, options));

/** The number of all entries. */
export const inboxCount = listOf([...inbox.queryKey, 'count'], (page, options) =>
  tandem.inbox.list({ ...page, limit: 1 }, options),
);

/** Only the questions of one asker. */
export const inboxOf = (asker: string) =>
  listOf([...inbox.queryKey, asker], (page, options) => tandem.inbox.list({ ...page, asker }, options));
