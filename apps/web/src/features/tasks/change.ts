import type { Task, TaskStatus, TasksUpdateBody } from '@tandem/client';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messageOf, tandem } from '../../api/tandem.ts';
import { pageState } from '../../state/page-state.ts';
import { strings } from '../../strings/index.ts';
import { toast } from '../../ui/toasts.ts';
import { movesFrom } from './moves.ts';
import { newestInLists, showTask } from './task-cache.ts';

/** A change of a task from outside its page. */
export interface TaskChange {
  /** The task as shown until the server has answered. */
  readonly optimistic: (task: Task) => Task;
  readonly send: (task: Task) => PromiseLike<Task>;
  /** The success message, for the tasks as they were before. */
  readonly successMessage: (tasks: readonly Task[]) => string;
  /** The change that undoes it for a task; null if it can't be undone. */
  readonly undo: (before: Task) => TaskChange | null;
}

export const moveTo = (to: TaskStatus): TaskChange => ({
  optimistic: (task) => ({ ...task, status: to, ...(to !== 'in_progress' && { claim: null }) }),
  send: ({ taskNumber }) => tandem.tasks.transition(taskNumber, { to }),
  successMessage: (tasks) => {
    const endedRuns = to === 'in_progress' ? 0 : tasks.filter(({ claim }) => claim !== null).length;
    return strings().tasks.moved(tasks, to) + (endedRuns > 0 ? strings().tasks.runsEnded(endedRuns) : '');
  },
  // A run that held the task has lost its lease; moving the task back doesn't restore it.
  undo: ({ status, claim }) => (movesFrom(to).includes(status) && !claim ? moveTo(status) : null),
});

type Fields = Pick<TasksUpdateBody, 'priority' | 'assignedTo' | 'projectId' | 'labels' | 'createMissing'>;

/** Sets fields. `shown` has them as fields of a task, which can differ from the request body. */
export const setFields = (
  fields: (task: Task) => Fields,
  optimistic: (task: Task) => Partial<Task>,
  successMessage: (tasks: readonly Task[]) => string,
): TaskChange => ({
  optimistic: (task) => ({ ...task, ...optimistic(task) }),
  send: (task) => tandem.tasks.update(task.taskNumber, fields(task)),
  successMessage,
  undo: (before) => {
    const { priority, assignedTo, project, labels } = before;
    const names = Object.keys(fields(before)) as (keyof Fields)[];
    const was: Fields = {
      priority,
      assignedTo,
      projectId: project?.id ?? null,
      labels: labels.map(({ name }) => name),
    };
    return setFields(
      () => Object.fromEntries(names.map((name) => [name, was[name]])),
      () => ({ priority, assignedTo, project, labels }),
      () => strings().tasks.undone,
    );
  },
});

export const archive: TaskChange = {
  optimistic: (task) => ({ ...task, archived: true }),
  send: ({ taskNumber }) => tandem.tasks.archive(taskNumber),
  successMessage: (tasks) => strings().tasks.archived(tasks),
  undo: () => unarchive,
};

const unarchive: TaskChange = {
  optimistic: (task) => ({ ...task, archived: false }),
  send: ({ taskNumber }) => tandem.tasks.unarchive(taskNumber),
  successMessage: () => strings().tasks.undone,
  undo: () => null,
};

/** Concurrent requests: a browser allows six connections per server, and the event stream uses one. */
const AT_A_TIME = 4;

/** Changes in progress by task number: changes of the same task are sent in order. */
const changesInProgress = pageState(() => new Map<number, Promise<unknown>>());

/** The task's change in progress. Until it settles, other reads of the task must not be shown. */
export const changeUnderWay = (taskNumber: number | undefined): Promise<unknown> | undefined =>
  taskNumber === undefined ? undefined : changesInProgress.get().get(taskNumber);

interface Failure {
  readonly task: Task;
  readonly error: unknown;
}

/**
 * Changes tasks: shown immediately, and reverted with the reason if the server refuses. The toast offers Undo.
 * Resolves with the refused tasks.
 */
export async function change(
  queries: QueryClient,
  tasks: readonly Task[],
  what: TaskChange,
  notify = true,
): Promise<readonly Task[]> {
  const before = tasks.map((task) => newestInLists(queries, task.taskNumber) ?? task);
  for (const task of before) showTask(queries, what.optimistic(task));
  const failures: Failure[] = [];
  const rest = before[Symbol.iterator]();
  const work = async () => {
    for (const task of rest) {
      await changeOne(queries, task, what).catch((error: unknown) => failures.push({ task, error }));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const done = before.filter((task) => !failures.some((failure) => failure.task === task));
  if (notify && done.length > 0) showUndoToast(queries, done, what);
  if (failures.length > 0) toast({ tone: 'bad', text: refusalOf(failures, before.length) });
  return failures.map(({ task }) => task);
}

async function changeOne(queries: QueryClient, task: Task, what: TaskChange): Promise<void> {
  const { taskNumber } = task;
  const sent = (changesInProgress.get().get(taskNumber) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => what.send(task));
  changesInProgress.get().set(taskNumber, sent);
  const isLast = () => changesInProgress.get().get(taskNumber) === sent;
  try {
    const changed = await sent;
    if (isLast()) showTask(queries, changed);
  } catch (error) {
    if (isLast()) showTask(queries, task);
    throw error;
  } finally {
    if (isLast()) changesInProgress.get().delete(taskNumber);
  }
}

function showUndoToast(queries: QueryClient, done: readonly Task[], what: TaskChange): void {
  const undoChanges = done.flatMap((task) => what.undo(task) ?? []);
  toast({
    text: what.successMessage(done),
    // Undo is all or nothing: a partly undone change is harder to understand than a complete one.
    ...(undoChanges.length === done.length && {
      action: {
        text: strings().undo,
        act: () => void undo(queries, done, undoChanges),
      },
    }),
  });
}

async function undo(queries: QueryClient, done: readonly Task[], by: readonly TaskChange[]): Promise<void> {
  const refused = await Promise.all(
    done.map((task, i) => change(queries, [task], by[i] as TaskChange, false)),
  );
  if (refused.every(({ length }) => length === 0)) toast({ text: strings().tasks.undone });
}

function refusalOf(failures: readonly Failure[], all: number): string {
  const [first] = failures;
  if (first && all === 1)
    return `${strings().tasks.notChanged(first.task.taskNumber)} ${messageOf(first.error)}`;
  const reasons = failures.map(({ task, error }) => `#${task.taskNumber}: ${messageOf(error)}`);
  return [strings().tasks.someNotChanged(failures.length, all), ...reasons].join('\n');
}

export function useChangeTasks() {
  const queries = useQueryClient();
  return useCallback((tasks: readonly Task[], what: TaskChange) => change(queries, tasks, what), [queries]);
}

interface Move {
  readonly task: Task;
  readonly to: TaskStatus;
}

/** Moves one task. */
export function useMove() {
  const queries = useQueryClient();
  return useMutation({ mutationFn: ({ task, to }: Move) => change(queries, [task], moveTo(to)) });
}
