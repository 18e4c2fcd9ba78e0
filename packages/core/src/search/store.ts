import type { PageSlice } from '../shared/page.ts';
import type { FoundPage, SearchFilter } from './found.ts';

/**
 * What is kept so that texts are found by their words. The stores that keep the texts fill it, in the unit of work that
 * keeps them; nobody else writes to it.
 */
export interface SearchStore {
  /**
   * What has all the words, in the order of `Place`. A page ends early when it has looked at enough, short or even empty,
   * and tells where to go on.
   */
  find(filter: SearchFilter, page: PageSlice): Promise<FoundPage>;
  /**
   * Takes in texts that were kept before they could be found, about that many at the most; returns whether there are more.
   * The newest tasks come first.
   */
  fill(texts: number): Promise<boolean>;
}
