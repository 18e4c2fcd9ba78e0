import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';

const MOST = 20;

/** Tasks that are found by a number or by words, the best first. */
export const foundTasks = (words: string) =>
  queryOptions({
    queryKey: ['search', 'task', words],
    queryFn: ({ signal }) => tandem.search.find({ q: words, types: ['task'], limit: MOST }, { signal }),
    enabled: words.trim() !== '',
    placeholderData: keepPreviousData,
  });
