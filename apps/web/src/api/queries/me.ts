import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';

/*
 * Everything that the page reads, a file a subject. The first word of a key is the subject, by which events refresh it
 * (live/refresh.ts).
 */

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => tandem.workspace.me({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
