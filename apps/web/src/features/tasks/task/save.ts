import type { TasksUpdateBody } from '@tandem/client';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type TaskNow, task as taskQuery } from '../../../api/queries/task.ts';
import { isTandemError, messageOf, tandem } from '../../../api/tandem.ts';
import { toast } from '../../../ui/toasts.ts';
import { show } from '../shown.ts';

/** How often a change is made anew, because something else of the task has changed in between. */
const TRIES = 5;

/**
 * Changes a task as it is now, and never over what somebody else has written: the server takes the change only for the state
 * that it was made from. Where that has gone, the change is made anew from the present one; `bodyOf` throws where it would
 * take something away.
 */
export async function save(
  queries: QueryClient,
  taskNumber: number,
  bodyOf: (task: TaskNow) => TasksUpdateBody,
): Promise<void> {
  const query = taskQuery(taskNumber);
  let now = await queries.ensureQueryData(query);
  for (let tries = 1; ; tries++) {
    try {
      const options = now.etag === undefined ? {} : { ifMatch: now.etag };
      const { data, etag } = await tandem.tasks.update(taskNumber, bodyOf(now), options).withResponse();
      queries.setQueryData(query.queryKey, (task) => task && { ...task, ...data, etag });
      show(queries, data);
      return;
    } catch (error) {
      const isOvertaken = isTandemError(error) && error.code === 'PRECONDITION_FAILED';
      if (!isOvertaken || tries === TRIES) throw error;
      now = await queries.fetchQuery({ ...query, staleTime: 0 });
    }
  }
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
  const { queryKey } = taskQuery(taskNumber);
  return useMutation({
    mutationFn: ({ bodyOf }: Edit) => save(queries, taskNumber, bodyOf),
    onMutate: ({ shown }) => {
      const before = queries.getQueryData(queryKey);
      if (before && shown) queries.setQueryData(queryKey, { ...before, ...shown });
      return before;
    },
    onError: (error, { shown }, before) => {
      if (before && shown) queries.setQueryData(queryKey, before);
      toast({ tone: 'bad', text: messageOf(error) });
      void queries.invalidateQueries({ queryKey, exact: true });
    },
  });
}
