import type { Page } from '@tandem/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { itemsOf } from '../api/queries/lists.ts';
import { LoadError } from './load-error.tsx';
import { More } from './more.tsx';

interface PagedListProps<Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  /** Shown instead of an empty list. */
  readonly empty?: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list with its loading, error and empty states, and a button for more. */
export function PagedList<Item>({ query, empty, children }: PagedListProps<Item>) {
  const { data, error, refetch, hasNextPage } = query;
  const items = itemsOf(data);
  return (
    <>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {items.length > 0 && children(items)}
      {data && items.length === 0 && !hasNextPage && empty}
      <More query={query} />
    </>
  );
}
