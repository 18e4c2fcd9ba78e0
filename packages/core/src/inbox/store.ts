import type { Page, PageSlice } from '../shared/page.ts';
import type { InboxEntry, InboxKind } from './inbox.ts';

export interface InboxFilter {
  readonly kind?: InboxKind | undefined;
  /** Questions that any of these has asked, and nothing else. */
  readonly askerIds?: readonly string[] | undefined;
}

export interface InboxStore {
  /** Adds an entry, or says anew of one that is there since when it waits and for whom: it keeps its place. */
  put(entry: InboxEntry): Promise<void>;
  remove(kind: InboxKind, ref: string): Promise<void>;
  /** What waits for a person, by name or as one of all; in the order in which it came, with the total. */
  list(personId: string, filter: InboxFilter, page: PageSlice): Promise<Page<Omit<InboxEntry, 'people'>>>;
}
