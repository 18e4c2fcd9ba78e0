import type { TasksUpdateBody } from '@tandem/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type TaskNow, task as taskQuery } from '../../../api/queries/task.ts';
import { messageOf, tandem } from '../../../api/tandem.ts';
import { updateIfMatch } from '../../../api/update-if-match.ts';
import { strings } from '../../../strings/index.ts';
import { showFields, useChange } from '../../../ui/change.ts';
import { beginUndo, type PendingUndo, rememberUndo, toast } from '../../../ui/toasts.ts';
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

/** The fields of a task that can be undone, as a request sets them. */
const fieldsOf = ({ title, priority, effort, dueDate, assignedTo, project, labels, tags }: TaskNow) => ({
  title,
  priority,
  effort,
  dueDate,
  assignedTo,
  projectId: project?.id ?? null,
  labels: labels.map(({ name }) => name),
  tags,
});

type Field = keyof ReturnType<typeof fieldsOf>;

/** Edits fields of a task: shown immediately, reverted with the reason if the server refuses, and undone by a key. */
export function useEdit(taskNumber: number) {
  const queries = useQueryClient();
  const { queryKey } = taskQuery(taskNumber);
  const before = useRef(new WeakMap<Edit, { readonly was: TaskNow; readonly pending: PendingUndo }>());
  return useChange({
    send: async ({ bodyOf }: Edit) => {
      let body: TasksUpdateBody = {};
      await save(queries, taskNumber, (task) => {
        body = bodyOf(task);
        return body;
      });
      return body;
    },
    optimistic: (edit) => {
      const now = queries.getQueryData(queryKey);
      const pending = beginUndo();
      if (now) before.current.set(edit, { was: now, pending });
      const revert = showFields<TaskNow>(queries, queryKey, edit.optimistic ?? {});
      return () => {
        pending.settle(null);
        revert();
      };
    },
    onDone: (body, edit) => {
      const [sent, is] = [before.current.get(edit), queries.getQueryData(queryKey)];
      if (!sent || !is) return;
      const undoEdit = () => void undo(queries, sent.was, is, body);
      if (!sent.pending.settle(undoEdit)) rememberUndo(undoEdit);
    },
  });
}

/** Restores the fields of a request, unless they have changed since. */
async function undo(queries: QueryClient, was: TaskNow, is: TaskNow, body: TasksUpdateBody): Promise<void> {
  const [before, after] = [fieldsOf(was), fieldsOf(is)];
  const fields = (Object.keys(before) as Field[]).filter((field) => field in body);
  if (fields.length === 0) return;
  try {
    await save(queries, was.taskNumber, (task) => {
      const now = fieldsOf(task);
      const isSame = fields.every((field) => JSON.stringify(now[field]) === JSON.stringify(after[field]));
      if (!isSame) throw new Error(strings().task.changedSince(was.taskNumber));
      return Object.fromEntries(fields.map((field) => [field, before[field]]));
    });
    toast({ text: strings().tasks.undone });
  } catch (error) {
    toast({ tone: 'bad', text: messageOf(error) });
  }
}
