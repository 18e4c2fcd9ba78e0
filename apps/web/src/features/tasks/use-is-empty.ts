import { useInfiniteQuery } from '@tanstack/react-query';
import { newestTask } from '../../api/queries/tasks.ts';
import { type BoardSearch, filterOf } from './search.ts';

/** Whether there is nothing to show at all. As long as it is not known, the view stands as it is. */
export function useIsEmpty(search: BoardSearch): boolean {
  const { data, hasNextPage } = useInfiniteQuery(newestTask(filterOf(search)));
  return data !== undefined && !hasNextPage && data.pages.every((page) => page.data.length === 0);
}
