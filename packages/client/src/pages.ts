import { type Answered, Call } from './calls.ts';

/**
 * A page of a list, with the cursor of the next page. A page may have few items or none even if `hasMore` is
 * true.
 */
export interface Page<Item> {
  data: Item[];
  cursor: string | null;
  hasMore: boolean;
}

/** A page with the total number of items. */
export interface CountedPage<Item> extends Page<Item> {
  total: number;
}

/** A page of search results; `complete` is false while texts of the workspace are still being indexed. */
export interface FoundPage<Item> extends Page<Item> {
  complete: boolean;
}

/** A page of the event feed: `cursor` is the position to continue from, even on the last page. */
export interface FeedPage<Item> extends Page<Item> {
  cursor: string;
}

/** A list: `await` returns its first page, `for await` iterates over all items, page by page. */
export class Listing<Item, One extends Page<Item> = Page<Item>>
  extends Call<One>
  implements AsyncIterable<Item>
{
  readonly #after: (cursor: string) => Promise<One>;

  constructor(first: Promise<Answered<One>>, after: (cursor: string) => Promise<One>) {
    super(first);
    this.#after = after;
  }

  /** Iterates over the pages, each fetched on demand. */
  async *pages(): AsyncGenerator<One, void, undefined> {
    let { data: page } = await this.withResponse();
    yield page;
    while (page.hasMore && page.cursor !== null) {
      page = await this.#after(page.cursor);
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}
