import type { Page } from '@tandem/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { texts } from '../../../app/texts/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/failed.tsx';
import styles from './settings.module.css';

interface ListedProps<Item> {
  /** What is listed. */
  readonly label: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  readonly children: (item: Item) => ReactNode;
  readonly empty?: ReactNode;
}

/** A list, page by page as it is asked for. */
export function Listed<Item extends { readonly id: string }>({
  label,
  query,
  children,
  empty,
}: ListedProps<Item>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  if (error && !data) return <Failed error={error} again={() => void refetch()} />;
  if (data && items.length === 0 && !hasNextPage) return empty;
  return (
    <>
      <ul className={styles.rows} aria-label={label}>
        {items.map((item) => (
          <li key={item.id} className={styles.row}>
            {children(item)}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </>
  );
}
