import { queryOptions } from '@tanstack/react-query';
import { HOME, tandem } from '../tandem.ts';

/** The metadata of a file, which never changes. */
export const file = (fileId: string) =>
  queryOptions({
    queryKey: ['file', fileId],
    queryFn: ({ signal }) => tandem.files.get(fileId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The URL of a file's contents, authorized by the session cookie. */
export const fileUrl = (fileId: string): string =>
  new URL(`api/v1/files/${encodeURIComponent(fileId)}/content`, HOME).href;
