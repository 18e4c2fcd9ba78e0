import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/** The pause after reading a long list, per page: a busy team would otherwise cause constant reads. */
const REST_MS_PER_PAGE = 100;

/**
 * Reads matching active queries again. A query being read isn't restarted, because a long list might never finish:
 * it is read once more afterwards, regardless of the number of events.
 */
export function refetchQueries(queries: QueryClient, of: QueryFilters): void {
  for (const query of queries.getQueryCache().findAll(of)) {
    if (query.state.fetchStatus === 'fetching') queue(queries, query);
    else void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** Calls back once all matching queries being read have settled; never, if there are none. */
export function afterFetching(queries: QueryClient, of: QueryFilters, act: () => void): void {
  const reading = queries.getQueryCache().findAll({ ...of, fetchStatus: 'fetching' });
  if (reading.length > 0) void Promise.allSettled(reading.map(({ promise }) => promise)).then(act);
}

/** Queries to read once more after the current reading. */
const queued = new WeakSet<Query>();

function queue(queries: QueryClient, query: Query): void {
  if (queued.has(query)) return;
  queued.add(query);
  const again = () => {
    setTimeout(
      () => {
        queued.delete(query);
        refetchQueries(queries, { queryKey: query.queryKey, exact: true });
      },
      REST_MS_PER_PAGE * (pagesOf(query) - 1),
    );
  };
  query.promise?.then(again, again);
}

const pagesOf = ({ state }: Query): number => {
  const { pages } = (state.data ?? {}) as { pages?: readonly unknown[] };
  return Math.max(1, pages?.length ?? 1);
};
