import type { Page } from '@tandem/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { itemsOf } from '../api/queries/lists.ts';
import { Failed } from './failed.tsx';
import { More } from './more.tsx';

interface ListedProps<Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  /** Shown instead of an empty list. */
  readonly empty?: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list with its loading, error and empty states, and a button for more. */
export function Listed<Item>({ query, empty, children }: ListedProps<Item>) {
  const { data, error, refetch, hasNextPage } = query;
  const items = itemsOf(data);
  return (
    <>
      {error && <Failed error={error} again={() => void refetch()} />}
      {items.length > 0 && children(items)}
      {data && items.length === 0 && !hasNextPage && empty}
      <More query={query} />
    </>
  );
}
