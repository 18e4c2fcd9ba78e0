import type { CountedPage, Listing, Options, Page } from '@tandem/client';
import { infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

/** Items per page of a list: few enough to load fast, enough to fill a tall screen. */
const PAGE = 100;

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** A list, read page by page as it is scrolled. */
export const listOf = <Item, P extends Page<Item> | CountedPage<Item>>(
  queryKey: readonly unknown[],
  read: (page: PageQuery, options: Options) => Listing<Item, P>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<P> =>
      read({ limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor, hasMore }) => (hasMore ? cursor : null),
  });

interface Read<Item> {
  readonly pages: readonly { readonly data: readonly Item[] }[];
}

/** The items of all loaded pages of a list. */
export const itemsOf = <Item>(data: Read<Item> | undefined): readonly Item[] =>
  data?.pages.flatMap((page) => page.data) ?? [];

/** The maximum number of pages read of people, labels or projects to choose from. */
const MAX_PAGES = 10;
export const MAX_CHOICES = MAX_PAGES * PAGE;

/** All items of a list to choose from, up to `MAX_PAGES` pages. */
export function useChoices<Item>(query: UseInfiniteQueryResult<Read<Item>>): readonly Item[] {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const pages = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && pages < MAX_PAGES) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, pages]);
  return useMemo(() => itemsOf(data), [data]);
}
