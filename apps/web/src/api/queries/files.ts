import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';

/** What is known of a file. It never changes. */
export const file = (fileId: string) =>
  queryOptions({
    queryKey: ['file', fileId],
    queryFn: ({ signal }) => tandem.files.get(fileId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
