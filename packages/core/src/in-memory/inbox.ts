import type { InboxEntry } from '../inbox/inbox.ts';
import type { Stores } from '../ports.ts';
import type { Tables } from './tables.ts';

const keyOf = ({ kind, ref }: Pick<InboxEntry, 'kind' | 'ref'>): string => `${kind} ${ref}`;

export function inboxStore({ inbox, questions }: Tables): Stores['inbox'] {
  return {
    put: async (entry) => inbox.put(keyOf(entry), entry),
    remove: async (kind, ref) => inbox.delete(keyOf({ kind, ref })),
    list: async (personId, { kind, askerIds }, slice) => {
      const isAskedBy = ({ kind, ref }: InboxEntry, ids: readonly string[]) =>
        kind === 'question' && ids.includes(questions.get(ref)?.asker.id ?? '');
      const wanted = (entry: InboxEntry) =>
        (kind === undefined || entry.kind === kind) &&
        (askerIds === undefined || isAskedBy(entry, askerIds)) &&
        (entry.people === null || entry.people.includes(personId));
      const page = inbox.page(wanted, slice, 'oldest');
      return {
        ...page,
        items: page.items.map(({ people: _, ...entry }) => entry),
        total: inbox.filter(wanted).length,
      };
    },
  };
}

/** Items for a removed member go to the other addressees or, without any, to everyone. */
export function releaseInboxOf({ inbox }: Tables, memberId: string): void {
  for (const entry of inbox.filter(({ people }) => people?.includes(memberId) ?? false)) {
    const others = (entry.people ?? []).filter((id) => id !== memberId);
    inbox.put(keyOf(entry), { ...entry, people: others.length === 0 ? null : others });
  }
}
