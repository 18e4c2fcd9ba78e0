import type { Event, Page, TaskVerification } from '@tandem/client';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { taskVerifications } from '../../api/queries/task.ts';
import { tandem } from '../../api/tandem.ts';
import { refetchQueries } from '../../live/refetch.ts';

/** Events that change only the verifications of a task. */
export const isOfVerification = ({ type }: Event): boolean => type.startsWith('verification.');

/** Reads the visible verifications that the events affect. New output is read alone: outputs are long. */
export function refreshVerifications(queries: QueryClient, events: readonly Event[]): void {
  const running = new Map<string, number>();
  let hasChanged = false;
  for (const { type, entity, related } of events.filter(isOfVerification)) {
    if (entity.taskNumber === undefined) continue;
    const { queryKey } = taskVerifications(entity.taskNumber);
    if (type !== 'verification.progressed') {
      refetchQueries(queries, { queryKey, exact: true });
      hasChanged = true;
    } else if (related?.verificationId && queries.getQueryCache().find({ queryKey })?.isActive())
      running.set(related.verificationId, entity.taskNumber);
  }
  if (hasChanged) refetchQueries(queries, { queryKey: ['verifications'] });
  for (const [id, taskNumber] of running) void readOne(queries, id, taskNumber);
}

async function readOne(queries: QueryClient, id: string, taskNumber: number): Promise<void> {
  const { queryKey } = taskVerifications(taskNumber);
  try {
    const verification = await tandem.verifications.get(id);
    queries.setQueryData<InfiniteData<Page<TaskVerification>, string>>(
      queryKey,
      (data) => data && { ...data, pages: data.pages.map((page) => replacedIn(page, verification)) },
    );
  } catch {
    refetchQueries(queries, { queryKey, exact: true });
  }
}

/** A verification that has ended is not replaced by an older response. */
const replacedIn = (page: Page<TaskVerification>, verification: TaskVerification) => ({
  ...page,
  data: page.data.map((each) =>
    each.id === verification.id && each.state === 'running' ? verification : each,
  ),
});
