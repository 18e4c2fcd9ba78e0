import type { TasksUpdateBody } from '@tandem/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type TaskNow, task as taskQuery } from '../../../api/queries/task.ts';
import { tandem } from '../../../api/tandem.ts';
import { updateIfMatch } from '../../../api/update-if-match.ts';
import { showFields, useChange } from '../../../ui/change.ts';
import { showTask } from '../task-cache.ts';

/**
 * Updates a task with its current ETag (`updateIfMatch`); `bodyOf` throws if the change would overwrite other
 * people's text.
 */
export async function save(
  queries: QueryClient,
  taskNumber: number,
  bodyOf: (task: TaskNow) => TasksUpdateBody,
): Promise<void> {
  const query = taskQuery(taskNumber);
  const { data, etag } = await updateIfMatch(
    (refetch) => (refetch ? queries.fetchQuery({ ...query, staleTime: 0 }) : queries.ensureQueryData(query)),
    async (now, options) => tandem.tasks.update(taskNumber, bodyOf(now), options).withResponse(),
  );
  queries.setQueryData(query.queryKey, (task) => task && { ...task, ...data, etag });
  showTask(queries, data);
}

interface Edit {
  /** Called again if the task has changed since. */
  readonly bodyOf: (task: TaskNow) => TasksUpdateBody;
  /** The task as shown until the server has answered. */
  readonly optimistic?: Partial<TaskNow>;
}

/** Edits fields of a task: shown immediately, and reverted with the reason if the server refuses. */
export function useEdit(taskNumber: number) {
  const queries = useQueryClient();
  return useChange({
    send: ({ bodyOf }: Edit) => save(queries, taskNumber, bodyOf),
    optimistic: ({ optimistic = {} }) =>
      showFields<TaskNow>(queries, taskQuery(taskNumber).queryKey, optimistic),
  });
}
