import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const inbox = listOf(['inbox'], (asked, options) => tandem.inbox.list(asked, options));

/** Only the questions of one asker. */
export const inboxOf = (asker: string) =>
  listOf([...inbox.queryKey, asker], (asked, options) => tandem.inbox.list({ ...asked, asker }, options));
