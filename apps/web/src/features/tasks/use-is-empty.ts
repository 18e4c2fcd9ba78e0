import { useInfiniteQuery } from '@tanstack/react-query';
import { newestTask } from '../../api/queries/tasks.ts';
import { type BoardSearch, filterOf } from './search.ts';

/** There is nothing to show. False while loading, so that the view stays unchanged. */
export function useIsEmpty(search: BoardSearch): boolean {
  const { data, hasNextPage } = useInfiniteQuery(newestTask(filterOf(search)));
  return data !== undefined && !hasNextPage && data.pages.every((page) => page.data.length === 0);
}
