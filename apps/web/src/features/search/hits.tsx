import type { SearchType } from '@tandem/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../../api/queries/lists.ts';
import { searchHits } from '../../api/queries/search.ts';
import { strings } from '../../strings/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Hit } from './hit.tsx';
import styles from './search.module.css';

interface HitsProps {
  readonly q: string;
  readonly types: SearchType | undefined;
  readonly archived: true | undefined;
}

/** The best hits first; a page may be short or empty although more follow. */
export function Hits({ q, types, archived }: HitsProps) {
  const query = useInfiniteQuery({
    ...searchHits({ q, ...(types && { types: [types] }), ...(archived && { archived }) }),
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isPlaceholderData } = query;
  const count = itemsOf(data).length;
  const isEmpty = data !== undefined && count === 0 && !isPlaceholderData;
  const { search } = strings();
  return (
    <>
      <p className="soft small" role="status">
        {count > 0 && search.resultCount(count, hasNextPage)}
        {isEmpty && hasNextPage && search.keepSearching}
      </p>
      {data && !data.pages.every(({ complete }) => complete) && (
        <p className="soft small">{search.incomplete}</p>
      )}
      <PagedList
        query={query}
        empty={isEmpty && <EmptyState title={search.none(q)} hint={search.noneHint} />}
      >
        {(hits) => (
          <ol className={styles.hits}>
            {hits.map((hit) => (
              <Hit key={hit.id} hit={hit} />
            ))}
          </ol>
        )}
      </PagedList>
    </>
  );
}
