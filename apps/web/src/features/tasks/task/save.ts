import type { TasksUpdateBody } from '@tandem/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { showFields, useChange } from '../../../api/change.ts';
import { type TaskNow, task as taskQuery } from '../../../api/queries/task.ts';
import { tandem } from '../../../api/tandem.ts';
import { updateIfMatch } from '../../../api/update-if-match.ts';
import { show } from '../shown.ts';

/** Changes a task as it is now (`changeAsIs`); `bodyOf` throws where it would take something away. */
export async function save(
  queries: QueryClient,
  taskNumber: number,
  bodyOf: (task: TaskNow) => TasksUpdateBody,
): Promise<void> {
  const query = taskQuery(taskNumber);
  const { data, etag } = await updateIfMatch(
    (anew) => (anew ? queries.fetchQuery({ ...query, staleTime: 0 }) : queries.ensureQueryData(query)),
    async (now, options) => tandem.tasks.update(taskNumber, bodyOf(now), options).withResponse(),
  );
  queries.setQueryData(query.queryKey, (task) => task && { ...task, ...data, etag });
  show(queries, data);
}

interface Edit {
  /** Called again where the task has changed meanwhile. */
  readonly bodyOf: (task: TaskNow) => TasksUpdateBody;
  /** How it is shown until the server has answered. */
  readonly shown?: Partial<TaskNow>;
}

/** Changes fields of a task: seen at once, and taken back with the reason when it is refused. */
export function useEdit(taskNumber: number) {
  const queries = useQueryClient();
  return useChange({
    send: ({ bodyOf }: Edit) => save(queries, taskNumber, bodyOf),
    shows: ({ shown = {} }) => showFields<TaskNow>(queries, taskQuery(taskNumber).queryKey, shown),
  });
}
