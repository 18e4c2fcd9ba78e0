import type { Task, TaskStatus, TasksUpdateBody } from '@tandem/client';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messageOf, tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { toast } from '../../ui/toasts.ts';
import { movesFrom } from './moves.ts';
import { listed, show } from './shown.ts';

/** What a person does to a task from outside of its page. */
export interface TaskChange {
  /** How the task is shown until the server has answered. */
  readonly shown: (task: Task) => Task;
  readonly send: (task: Task) => PromiseLike<Task>;
  /** What it came to, in words, of tasks as they were before. */
  readonly said: (tasks: readonly Task[]) => string;
  /** What takes it back for a task; null where nothing does. */
  readonly undo: (before: Task) => TaskChange | null;
}

export const moveTo = (to: TaskStatus): TaskChange => ({
  shown: (task) => ({ ...task, status: to, ...(to !== 'in_progress' && { claim: null }) }),
  send: ({ taskNumber }) => tandem.tasks.transition(taskNumber, { to }),
  said: (tasks) => {
    const held = to === 'in_progress' ? 0 : tasks.filter(({ claim }) => claim !== null).length;
    return strings.tasks.moved(tasks, to) + (held > 0 ? strings.tasks.runsEnded(held) : '');
  },
  // A run that held the task has lost it, and does not come back by moving the task.
  undo: ({ status, claim }) => (movesFrom(to).includes(status) && !claim ? moveTo(status) : null),
});

type Fields = Pick<TasksUpdateBody, 'priority' | 'assignedTo' | 'projectId' | 'labels'>;

/** Sets fields; `shown` has them as a task has them, which for some is not how they are sent. */
export const setFields = (
  fields: (task: Task) => Fields,
  shown: (task: Task) => Partial<Task>,
  said: (tasks: readonly Task[]) => string,
): TaskChange => ({
  shown: (task) => ({ ...task, ...shown(task) }),
  send: (task) => tandem.tasks.update(task.taskNumber, fields(task)),
  said,
  undo: (before) => {
    const { priority, assignedTo, project, labels } = before;
    const names = Object.keys(fields(before)) as (keyof Fields)[];
    const was: Required<Fields> = {
      priority,
      assignedTo,
      projectId: project?.id ?? null,
      labels: labels.map(({ name }) => name),
    };
    return setFields(
      () => Object.fromEntries(names.map((name) => [name, was[name]])),
      () => ({ priority, assignedTo, project, labels }),
      (tasks) => strings.tasks.asBefore(tasks),
    );
  },
});

export const archive: TaskChange = {
  shown: (task) => ({ ...task, archived: true }),
  send: ({ taskNumber }) => tandem.tasks.archive(taskNumber),
  said: (tasks) => strings.tasks.archived(tasks),
  undo: () => unarchive,
};

const unarchive: TaskChange = {
  shown: (task) => ({ ...task, archived: false }),
  send: ({ taskNumber }) => tandem.tasks.unarchive(taskNumber),
  said: (tasks) => strings.tasks.asBefore(tasks),
  undo: () => null,
};

/** Requests at a time: a browser keeps six connections to a server, and one of them streams. */
const AT_A_TIME = 4;

/** Changes under way, by task: of one task they are sent one after another. */
const underWay = new Map<number, Promise<unknown>>();

/** The change of the task that is under way: until it settles, what else is read of the task must not be shown. */
export const changeUnderWay = (taskNumber: number | undefined): Promise<unknown> | undefined =>
  taskNumber === undefined ? undefined : underWay.get(taskNumber);

interface Failure {
  readonly task: Task;
  readonly error: unknown;
}

/**
 * Changes tasks: they are shown as they will be at once, and as they were, with the reason, where the server says no. What
 * was done can be taken back from the toast. Resolves with those that were refused.
 */
export async function change(
  queries: QueryClient,
  tasks: readonly Task[],
  what: TaskChange,
  told = true,
): Promise<readonly Task[]> {
  const before = tasks.map((task) => listed(queries, task.taskNumber) ?? task);
  for (const task of before) show(queries, what.shown(task));
  const failures: Failure[] = [];
  const rest = before[Symbol.iterator]();
  const work = async () => {
    for (const task of rest) {
      await changeOne(queries, task, what).catch((error: unknown) => failures.push({ task, error }));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const done = before.filter((task) => !failures.some((failure) => failure.task === task));
  if (told && done.length > 0) tell(queries, done, what);
  if (failures.length > 0) toast({ tone: 'bad', text: refusalOf(failures, before.length) });
  return failures.map(({ task }) => task);
}

async function changeOne(queries: QueryClient, task: Task, what: TaskChange): Promise<void> {
  const { taskNumber } = task;
  const sent = (underWay.get(taskNumber) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => what.send(task));
  underWay.set(taskNumber, sent);
  const isLast = () => underWay.get(taskNumber) === sent;
  try {
    const changed = await sent;
    if (isLast()) show(queries, changed);
  } catch (error) {
    if (isLast()) show(queries, task);
    throw error;
  } finally {
    if (isLast()) underWay.delete(taskNumber);
  }
}

function tell(queries: QueryClient, done: readonly Task[], what: TaskChange): void {
  const takenBack = done.flatMap((task) => what.undo(task) ?? []);
  toast({
    text: what.said(done),
    // All of it or nothing: what is half taken back is harder to see through than what was done.
    ...(takenBack.length === done.length && {
      action: {
        text: strings.undo,
        act: () => void takeBack(queries, done, takenBack),
      },
    }),
  });
}

async function takeBack(
  queries: QueryClient,
  done: readonly Task[],
  by: readonly TaskChange[],
): Promise<void> {
  const refused = await Promise.all(
    done.map((task, i) => change(queries, [task], by[i] as TaskChange, false)),
  );
  if (refused.every(({ length }) => length === 0)) toast({ text: strings.tasks.asBefore(done) });
}

function refusalOf(failures: readonly Failure[], all: number): string {
  const [first] = failures;
  if (first && all === 1)
    return `${strings.tasks.notChanged(first.task.taskNumber)} ${messageOf(first.error)}`;
  const reasons = failures.map(({ task, error }) => `#${task.taskNumber}: ${messageOf(error)}`);
  return [strings.tasks.someNotChanged(failures.length, all), ...reasons].join('\n');
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
