import type { Caller } from '../access/caller.ts';
import { mentionTopic } from '../notifications/signals.ts';
import type { Notice, Recipient } from '../notifications/store.ts';
import type { Ports, Stores } from '../ports.ts';

/** By default nobody but the recipients is notified, of no comment. */
type Told = Pick<Notice, 'taskNumber' | 'sequence' | 'recipients'> &
  Partial<Pick<Notice, 'commentId' | 'subscribers'>>;

export type Notify = (
  stores: Pick<Stores, 'notifications' | 'signals'>,
  by: Caller,
  told: Told,
) => Promise<void>;

/**
 * Notifies members of an event, and wakes mentioned agents that wait for work. Callers get no notification of their own
 * acts, except one of a move, which is read.
 */
export const notifier =
  ({ clock }: Pick<Ports, 'clock'>): Notify =>
  async (stores, by, told) => {
    const recipients = told.recipients.filter(({ memberId }) => memberId !== by.inboxId);
    const { commentId = null, subscribers = null } = told;
    if (recipients.length === 0 && subscribers === null) return;
    const notice = { ...told, commentId, subscribers, recipients, actorId: by.inboxId, now: clock() };
    await stores.notifications.notify(notice);
    for (const { memberId, kind } of recipients)
      if (kind === 'mentioned') stores.signals.raise({ topic: mentionTopic(memberId), toOne: false });
  };

export const mentionedIn = (members: readonly { readonly id: string }[]): readonly Recipient[] =>
  members.map(({ id }) => ({ memberId: id, kind: 'mentioned' }));
