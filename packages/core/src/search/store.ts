import type { PageSlice } from '../shared/page.ts';
import type { FoundPage, SearchFilter } from './found.ts';

/** The search index. The stores that write texts fill it in the same unit of work; nothing else writes to it. */
export interface SearchStore {
  /**
   * Resources with all the words, in the order of `SearchRank`. After scanning enough, a page ends early, possibly empty,
   * and returns where to continue.
   */
  find(filter: SearchFilter, page: PageSlice): Promise<FoundPage>;
  /**
   * Indexes about `texts` texts that were stored before the index existed, newest tasks first; returns whether there
   * are more.
   */
  fill(texts: number): Promise<boolean>;
}
