import { type Answered, Call } from './calls.ts';

/** Some items of a list, and where it goes on. A page may hold few items or none while `hasMore` is true. */
export interface Page<Item> {
  data: Item[];
  cursor: string | null;
  hasMore: boolean;
}

/** A page that also tells how many there are in all. */
export interface CountedPage<Item> extends Page<Item> {
  total: number;
}

/** A page of what was found: `complete` is false while texts of the workspace are still being taken in. */
export interface FoundPage<Item> extends Page<Item> {
  complete: boolean;
}

/** A page of the feed of events: `cursor` is the position to go on from, also at the end. */
export interface FeedPage<Item> extends Page<Item> {
  cursor: string;
}

/** A list: awaited it is its first page, iterated over with `for await` it is all its items, read page by page. */
export class Listing<Item, One extends Page<Item> = Page<Item>>
  extends Call<One>
  implements AsyncIterable<Item>
{
  readonly #after: (cursor: string) => Promise<One>;

  constructor(first: Promise<Answered<One>>, after: (cursor: string) => Promise<One>) {
    super(first);
    this.#after = after;
  }

  /** Page by page, the next one when it is asked for. */
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
