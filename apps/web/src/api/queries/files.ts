import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';

/** The metadata of a file, which never changes. */
export const file = (fileId: string) =>
  queryOptions({
    queryKey: ['file', fileId],
    queryFn: ({ signal }) => tandem.files.get(fileId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
