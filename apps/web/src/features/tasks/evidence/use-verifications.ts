import type { Criterion, TaskVerification } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { itemsOf } from '../../../api/queries/lists.ts';
import { taskVerifications } from '../../../api/queries/task.ts';

/** Pages read to find the current verifications of a task: beyond them are those of long ago. */
const MAX_PAGES = 10;

/** A criterion with a check that counts: a person has set or confirmed it. */
export const isChecked = ({ check }: Pick<Criterion, 'check'>): boolean => check !== null && !check.proposed;

/** The current verification of each criterion by its id. Reads on until all of them are found. */
export function useVerifications(
  taskNumber: number,
  criteria: readonly Criterion[],
): ReadonlyMap<string, TaskVerification> {
  const wanted = criteria.filter(isChecked);
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...taskVerifications(taskNumber),
    enabled: wanted.length > 0,
  });
  const found = new Map(
    itemsOf(data)
      .filter(({ state }) => state !== 'void')
      .map((each) => [each.criterion.id, each]),
  );
  const pages = data?.pages.length ?? 0;
  const isIncomplete = pages < MAX_PAGES && wanted.some(({ id }) => !found.has(id));
  useEffect(() => {
    if (isIncomplete && hasNextPage && !isFetching) void fetchNextPage();
  }, [isIncomplete, hasNextPage, isFetching, fetchNextPage]);
  return found;
}
