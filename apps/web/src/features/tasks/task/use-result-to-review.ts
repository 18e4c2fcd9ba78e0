import type { Result } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../../../api/queries/lists.ts';
import { type TaskNow, taskResults } from '../../../api/queries/task.ts';

/**
 * The result that a waiting task asks people to review; null for none. Also one whose check could not be run: the task
 * waits for attention then.
 */
export function useResultToReview({ taskNumber, waitingFor }: TaskNow): Result | null {
  const { data } = useInfiniteQuery(taskResults(taskNumber));
  const result = itemsOf(data).find(({ id }) => id === waitingFor?.resultId);
  return result && waitingFor && isToReview(waitingFor.kind, result) ? result : null;
}

export const isToReview = (kind: string, { outcome, review, withdrawn }: Result): boolean =>
  kind === 'review' || (kind === 'attention' && outcome === 'succeeded' && !review && !withdrawn);
