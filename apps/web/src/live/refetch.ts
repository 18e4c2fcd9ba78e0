import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reads anew what is shown of these. What is on its way for the first time may have been read before something happened: it
 * is read once more when it has come.
 */
export function refetchQueries(queries: QueryClient, of: QueryFilters): void {
  for (const query of queries.getQueryCache().findAll({ ...of, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue;
    const again = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(again, () => undefined);
  }
  void queries.invalidateQueries(of);
}
