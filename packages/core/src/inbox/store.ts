import type { Page, PageSlice } from '../shared/page.ts';
import type { InboxEntry, InboxKind } from './inbox.ts';

export interface InboxFilter {
  readonly kind?: InboxKind | undefined;
  /** Only questions by one of these askers. */
  readonly askerIds?: readonly string[] | undefined;
}

export interface InboxStore {
  /** Adds an entry. An existing one gets the new time and people, but keeps its position. */
  put(entry: InboxEntry): Promise<void>;
  remove(kind: InboxKind, ref: string): Promise<void>;
  /** The items for a person, by name or as one of all people; in order of arrival, with the total. */
  list(personId: string, filter: InboxFilter, page: PageSlice): Promise<Page<Omit<InboxEntry, 'people'>>>;
}
