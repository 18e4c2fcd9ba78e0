import type { CountedPage, Page, Task, TaskStatus } from '@tandem/client';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TaskFilter } from '../../api/queries/tasks.ts';
import { messageOf, tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { toast } from '../../ui/toasts.ts';

type Pages = InfiniteData<Page<Task> | CountedPage<Task>, string>;

/** What some list knows of a task. */
export function listed(queries: QueryClient, taskNumber: number): Task | undefined {
  for (const [, pages] of queries.getQueriesData<Pages>({ queryKey: ['tasks'] })) {
    for (const { data } of pages?.pages ?? []) {
      const task = data.find((each) => each.taskNumber === taskNumber);
      if (task) return task;
    }
  }
  return undefined;
}

/** Shows a task as it is now on its page, and in every list that holds it, or would: nothing is read for it. */
export function show(queries: QueryClient, task: Task): void {
  for (const [key, pages] of queries.getQueriesData<Pages>({ queryKey: ['tasks'] })) {
    if (!pages) continue;
    const shown = withTask(pages, task, belongs(task, key[1] as TaskFilter));
    if (shown !== pages) queries.setQueryData(key, shown);
  }
  queries.setQueryData<Task>(['task', task.taskNumber], (shown) => shown && { ...shown, ...task });
}

function belongs(task: Task, { status, priority, projectId, assigned, label }: TaskFilter): boolean {
  return (
    !task.archived &&
    (!status || status.includes(task.status)) &&
    (!priority || priority.includes(task.priority)) &&
    (!projectId || task.project?.id === projectId) &&
    (!assigned || (task.assignedTo ?? 'unassigned').toLowerCase() === assigned.toLowerCase()) &&
    (!label || task.labels.some(({ name }) => name.toLowerCase() === label.toLowerCase()))
  );
}

/** The lists are newest first, by number. */
function withTask(pages: Pages, task: Task, isIn: boolean): Pages {
  let placed = !isIn;
  let changed = false;
  const last = pages.pages.length - 1;
  const next = pages.pages.map((page, i) => {
    const data: Task[] = [];
    for (const each of page.data) {
      if (!placed && each.taskNumber <= task.taskNumber) {
        data.push(task);
        placed = true;
        changed = true;
      }
      if (each.taskNumber === task.taskNumber) changed = true;
      else data.push(each);
    }
    // Behind the last one that is known there may be others.
    if (!placed && i === last && !page.hasMore) {
      data.push(task);
      placed = true;
      changed = true;
    }
    return changed ? { ...page, data } : page;
  });
  return changed ? { ...pages, pages: next } : pages;
}

interface Move {
  readonly task: Task;
  readonly to: TaskStatus;
}

/** Moves a task: it is shown where it goes at once, and where it was again, with the reason, when the server says no. */
export function useMove() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ task, to }: Move) => tandem.tasks.transition(task.taskNumber, { to }),
    onMutate: ({ task, to }) => show(queries, { ...task, status: to }),
    onSuccess: (moved, { task }) => {
      show(queries, moved);
      toast({ text: texts.tasks.moved(task.taskNumber, texts.status[moved.status]) });
    },
    onError: (error, { task }) => {
      show(queries, task);
      toast({ tone: 'bad', text: `${texts.tasks.notMoved(task.taskNumber)} ${messageOf(error)}` });
    },
  });
}
