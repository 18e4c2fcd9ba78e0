import type { CountedPage, Listing, Options, Page } from '@tandem/client';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** Items of a page of a list: few enough to come at once, many enough to fill a tall screen. */
const PAGE = 100;

interface Asked {
  readonly limit: number;
  readonly cursor?: string;
}

/** A list, read page by page as it is scrolled. */
export const listOf = <Item, P extends Page<Item> | CountedPage<Item>>(
  queryKey: readonly unknown[],
  read: (asked: Asked, options: Options) => Listing<Item, P>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<P> =>
      read({ limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor, hasMore }) => (hasMore ? cursor : null),
  });
