import type { SearchType } from '@tandem/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { searchHits } from '../../api/queries/search.ts';
import { texts } from '../../app/texts/index.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { More } from '../../ui/more.tsx';
import { Hit } from './hit.tsx';
import styles from './search.module.css';

interface HitsProps {
  readonly q: string;
  readonly types: SearchType | undefined;
  readonly archived: true | undefined;
}

/** The best hits first; a page may be short or empty though there are more. */
export function Hits({ q, types, archived }: HitsProps) {
  const query = useInfiniteQuery({
    ...searchHits({ q, ...(types && { types: [types] }), ...(archived && { archived }) }),
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch, hasNextPage, isPlaceholderData } = query;
  const hits = data?.pages.flatMap((page) => page.data) ?? [];
  const isEmpty = data !== undefined && hits.length === 0 && !isPlaceholderData;
  const { search } = texts;
  return (
    <>
      <p className={styles.about} role="status">
        {hits.length > 0 && search.found(hits.length, hasNextPage)}
        {isEmpty && hasNextPage && search.looksOn}
      </p>
      {data && !data.pages.every(({ complete }) => complete) && (
        <p className={styles.about}>{search.incomplete}</p>
      )}
      {error && <Failed error={error} again={() => void refetch()} />}
      {isEmpty && !hasNextPage && <Empty title={search.none(q)} hint={search.noneHint} />}
      <ol className={styles.hits}>
        {hits.map((hit) => (
          <Hit key={hit.id} hit={hit} />
        ))}
      </ol>
      <More query={query} />
    </>
  );
}
