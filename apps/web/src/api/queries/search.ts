import type { SearchType } from '@tandem/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

/** As many results as a person scans while typing. */
const FEW = 12;

/**
 * The best hits while a person types: outdated requests are canceled, and the last results stay until new ones
 * arrive.
 */
export const found = (q: string, types?: readonly SearchType[]) =>
  queryOptions({
    queryKey: ['found', q, types ?? 'all'],
    queryFn: async ({ signal }) => tandem.search.find({ q, limit: FEW, ...(types && { types }) }, { signal }),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });

/** Tasks found by a number or by words, best first. */
export const foundTasks = (words: string) => found(words, ['task']);

interface SearchFilter {
  readonly q: string;
  readonly types?: readonly SearchType[];
  readonly archived?: boolean;
}

export const searchHits = (filter: SearchFilter) =>
  listOf(['search', filter], (page, options) => tandem.search.find({ ...filter, ...page }, options));
