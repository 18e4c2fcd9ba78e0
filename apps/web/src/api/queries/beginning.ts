import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';

/**
 * Where the events stood before anything was read: whatever happens after it reaches what is shown. Read again by nothing;
 * the stream knows how far it is.
 */
export const beginning = queryOptions({
  queryKey: ['beginning'],
  queryFn: async ({ signal }) => (await tandem.events.list({ after: 'latest', limit: 1 }, { signal })).cursor,
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
});
