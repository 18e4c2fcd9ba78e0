import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';

/**
 * The event position before anything was read, so that no later event is missed. Never refetched: the stream tracks
 * its own position.
 */
export const beginning = queryOptions({
  queryKey: ['beginning'],
  queryFn: async ({ signal }) => (await tandem.events.list({ after: 'latest', limit: 1 }, { signal })).cursor,
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
});
