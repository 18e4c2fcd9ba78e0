import type { BulkOperation, BulkResult, Task, TaskStatus, TasksUpdateBody } from '@tandem/client';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { refusalText } from '../../api/missing-proof.ts';
import { messageOf, tandem } from '../../api/tandem.ts';
import { pageState } from '../../state/page-state.ts';
import { strings } from '../../strings/index.ts';
import { beginUndo, toast } from '../../ui/toasts.ts';
import { askAboutChildren } from './children-question.ts';
import { movesFrom } from './moves.ts';
import type { Anchor } from './order.ts';
import { newestInLists, placeTask, refetchRanked, showTask } from './task-cache.ts';

/** A change of tasks. */
export interface TaskChange {
  /** The task as shown until the server has answered. */
  readonly optimistic: (task: Task) => Task;
  /** Places in the manual order, by task number. */
  readonly places?: ReadonlyMap<number, Anchor>;
  /** As parts of a bulk request. */
  readonly operations: (task: Task) => readonly BulkOperation[];
  /** Needs a decision about open sub-tasks. */
  readonly asksAboutChildren?: boolean;
  /** The success message, for the tasks as they were before. */
  readonly successMessage: (tasks: readonly Task[]) => string;
  /** The change that undoes it for a task; null if it can't be undone. */
  readonly undo: (before: Task) => TaskChange | null;
}

export const moveTo = (to: TaskStatus): TaskChange => ({
  optimistic: (task) => ({ ...task, status: to, ...(to !== 'in_progress' && { claim: null }) }),
  operations: ({ taskNumber }) => [{ op: 'transition', task: taskNumber, to }],
  asksAboutChildren: to === 'canceled',
  successMessage: (tasks) => {
    const endedRuns = to === 'in_progress' ? 0 : tasks.filter(({ claim }) => claim !== null).length;
    return strings().tasks.moved(tasks, to) + (endedRuns > 0 ? strings().tasks.runsEnded(endedRuns) : '');
  },
  // A run that held the task has lost its lease; moving the task back doesn't restore it.
  undo: ({ status, claim }) => (movesFrom(to).includes(status) && !claim ? moveTo(status) : null),
});

/** Marks a task as done, whatever its status; a task that has not begun passes through in progress. */
export const complete: TaskChange = {
  ...moveTo('done'),
  operations: ({ taskNumber, status }) => {
    const direct = movesFrom(status).includes('done');
    const path: readonly TaskStatus[] = direct ? ['done'] : ['in_progress', 'done'];
    return path.map((to) => ({ op: 'transition', task: taskNumber, to }));
  },
};

type Fields = Pick<TasksUpdateBody, 'priority' | 'assignedTo' | 'projectId' | 'dueDate' | 'parentTaskNumber'>;

/** Sets fields. `shown` has them as fields of a task, which can differ from the request body. */
export const setFields = (
  fields: (task: Task) => Fields,
  optimistic: (task: Task) => Partial<Task>,
  successMessage: (tasks: readonly Task[]) => string,
): TaskChange => ({
  optimistic: (task) => ({ ...task, ...optimistic(task) }),
  operations: (task) => [{ op: 'update', task: task.taskNumber, ...fields(task) }],
  successMessage,
  undo: (before) => {
    const { priority, assignedTo, project, dueDate, parent } = before;
    const names = Object.keys(fields(before)) as (keyof Fields)[];
    const was: Fields = {
      priority,
      assignedTo,
      projectId: project?.id ?? null,
      dueDate,
      parentTaskNumber: parent?.taskNumber ?? null,
    };
    return setFields(
      () => Object.fromEntries(names.map((name) => [name, was[name]])),
      () => ({ priority, assignedTo, project, dueDate, parent }),
      () => strings().tasks.undone,
    );
  },
});

export const archive: TaskChange = {
  optimistic: (task) => ({ ...task, archived: true }),
  operations: ({ taskNumber }) => [{ op: 'archive', task: taskNumber }],
  asksAboutChildren: true,
  successMessage: (tasks) => strings().tasks.archived(tasks),
  undo: () => unarchive,
};

export const unarchive: TaskChange = {
  optimistic: (task) => ({ ...task, archived: false }),
  operations: ({ taskNumber }) => [{ op: 'unarchive', task: taskNumber }],
  successMessage: (tasks) => strings().tasks.restored(tasks),
  undo: () => null,
};

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
): Promise<readonly Task[]> {
  const before = childrenFirst(tasks.map((task) => newestInLists(queries, task.taskNumber) ?? task));
  const open = what.asksAboutChildren ? before.reduce((sum, { children }) => sum + children.open, 0) : 0;
  const choice = open > 0 ? await askAboutChildren(open) : undefined;
  if (choice === null) return tasks;
  const operationsOf = (task: Task) =>
    what
      .operations(task)
      .map((operation) =>
        choice && task.children.open > 0 ? ({ ...operation, children: choice } as BulkOperation) : operation,
      );
  for (const task of before) {
    showTask(queries, what.optimistic(task));
    const place = what.places?.get(task.taskNumber);
    if (place) placeTask(queries, task.taskNumber, place);
  }
  // Undoing the task's own change would leave its sub-tasks canceled or detached.
  const undoable = choice ? { ...what, undo: () => null } : what;
  const pending = before.every((task) => undoable.undo(task)) ? beginUndo() : null;
  const failures: Failure[] = [];
  const sending = send(before, operationsOf);
  await Promise.all(
    before.map((task, i) =>
      showOutcome(queries, task, sending[i] as Promise<Task>).catch((error: unknown) =>
        failures.push({ task, error }),
      ),
    ),
  );
  const done = before.filter((task) => !failures.some((failure) => failure.task === task));
  const isUndone = pending?.settle(done.length > 0 ? undoOf(queries, done, undoable) : null);
  if (done.length > 0 && !isUndone) {
    const text = what.successMessage(done);
    toast({ text, undo: undoOf(queries, done, undoable) ?? undefined });
  }
  if (failures.length > 0 && what.places) refetchRanked(queries);
  if (failures.length > 0) toast({ tone: 'bad', text: refusalOf(failures, before.length) });
  return failures.map(({ task }) => task);
}

/** Sub-tasks before the tasks that they are parts of: closing a task can depend on them. */
function childrenFirst(tasks: readonly Task[]): readonly Task[] {
  const selected = new Map(tasks.map((task) => [task.taskNumber, task]));
  const depthOf = (task: Task): number => {
    const parent = task.parent && selected.get(task.parent.taskNumber);
    return parent ? depthOf(parent) + 1 : 0;
  };
  return tasks.toSorted((a, b) => depthOf(b) - depthOf(a));
}

/** Tasks of one request, which takes 500 operations. */
const MAX_TASKS = 200;

/** Sends the operations, in few requests for many tasks, after earlier changes of these tasks. */
function send(
  tasks: readonly Task[],
  operationsOf: (task: Task) => readonly BulkOperation[],
): readonly Promise<Task>[] {
  const sent: Promise<Task>[] = [];
  for (let from = 0; from < tasks.length; from += MAX_TASKS) {
    const part = tasks.slice(from, from + MAX_TASKS);
    const each = part.map(operationsOf);
    const earlier = part.map(({ taskNumber }) => changesInProgress.get().get(taskNumber));
    const response = Promise.allSettled(earlier).then(() => tandem.tasks.bulk({ operations: each.flat() }));
    let at = 0;
    for (const [i, task] of part.entries()) {
      const begin = at;
      at += each[i]?.length ?? 0;
      const end = at;
      sent.push(response.then(({ results }) => changedBy(task, results.slice(begin, end))));
    }
  }
  return sent;
}

/** The task after its operations; throws the first refusal. */
function changedBy(task: Task, results: readonly BulkResult[]): Task {
  const refused = results.find(({ ok }) => !ok);
  if (refused) throw new Error(refused.error && refusalText(refused.error));
  return { ...task, ...results.at(-1)?.task };
}

async function showOutcome(queries: QueryClient, task: Task, sent: Promise<Task>): Promise<void> {
  const { taskNumber } = task;
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

/** Undo is all or nothing: a partly undone change is harder to understand than a complete one. */
function undoOf(queries: QueryClient, done: readonly Task[], what: TaskChange): (() => void) | null {
  const undoChanges = done.flatMap((task) => what.undo(task) ?? []);
  return undoChanges.length === done.length ? () => void undo(queries, done, undoChanges) : null;
}

async function undo(queries: QueryClient, done: readonly Task[], by: readonly TaskChange[]): Promise<void> {
  const ofTask = new Map(done.map(({ taskNumber }, i) => [taskNumber, by[i] as TaskChange]));
  const changeOf = ({ taskNumber }: Task) => ofTask.get(taskNumber) as TaskChange;
  const all: TaskChange = {
    optimistic: (task) => changeOf(task).optimistic(task),
    places: new Map(by.flatMap(({ places }) => [...(places ?? [])])),
    operations: (task) => changeOf(task).operations(task),
    successMessage: () => strings().tasks.undone,
    undo: () => null,
  };
  await change(queries, done, all);
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
