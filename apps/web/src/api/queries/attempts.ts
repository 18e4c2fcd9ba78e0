import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

/** Newest first. */
export const taskAttempts = (taskNumber: number) =>
  listOf(['task', taskNumber, 'attempts'], (page, options) =>
    tandem.attempts.list(taskNumber, page, options),
  );

/** The steps of a transcript, as its agent wrote them. Up to 20 MB, so it is read once and soon forgotten. */
export const transcript = (fileId: string) =>
  queryOptions({
    queryKey: ['transcript', fileId],
    queryFn: async ({ signal }): Promise<readonly unknown[]> => {
      const response = await tandem.files.content(fileId, { signal });
      const { steps } = (await response.json()) as { steps?: unknown };
      return Array.isArray(steps) ? steps : [];
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });
