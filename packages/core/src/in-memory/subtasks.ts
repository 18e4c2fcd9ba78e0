import { isOpen } from '../tasks/status.ts';
import type { SubtaskStore } from '../tasks/store.ts';
import { followsChildren, holdsDescendants, isOpenChild, type Moment } from '../tasks/subtasks.ts';
import { type ChildCounts, NO_CHILDREN, type ParentRef, type Task } from '../tasks/task.ts';
import { plus, totalOf } from '../usage/usage.ts';
import { openBlockersOf } from './relations.ts';
import type { Tables } from './tables.ts';

/** The rows of a task's children, in the order of their numbers. */
const childrenOf = ({ tasks, children }: Tables, taskNumber: number): readonly Task[] =>
  (children.get(taskNumber) ?? []).map((number) => tasks.get(number) as Task);

/** The rows of a task's ancestors, its parent first. */
function ancestorsOf({ tasks }: Tables, task: Task): readonly Task[] {
  const found: Task[] = [];
  for (let at = task.parent; at; at = found.at(-1)?.parent ?? null)
    found.push(tasks.get(at.taskNumber) as Task);
  return found;
}

/** Lists a task below its parent, and no longer below its former parent. */
export function moveBelow({ children }: Tables, task: Task, before: ParentRef | null): void {
  const [from, to] = [before?.taskNumber, task.parent?.taskNumber];
  if (from === to) return;
  const without = (children.get(from ?? 0) ?? []).filter((number) => number !== task.taskNumber);
  if (from !== undefined) children.put(from, without);
  if (to !== undefined)
    children.put(
      to,
      [...(children.get(to) ?? []), task.taskNumber].sort((a, b) => a - b),
    );
}

/** The fields of a task that depend on its place in a tree. */
export function placeOf(tables: Tables, task: Task): Pick<Task, 'parent' | 'children' | 'held'> {
  const [parent] = ancestorsOf(tables, task);
  return {
    parent: parent ? { id: parent.id, taskNumber: parent.taskNumber, title: parent.title } : null,
    children: countsOf(tables, task.taskNumber),
    held: [task, ...ancestorsOf(tables, task)].some(
      (each) =>
        tables.importing.get(each.taskNumber) ||
        (each !== task &&
          holdsDescendants({ ...each, blocked: openBlockersOf(tables, each.taskNumber).length > 0 })),
    ),
  };
}

function countsOf(tables: Tables, taskNumber: number): ChildCounts {
  const shown = childrenOf(tables, taskNumber).filter(({ archived }) => !archived);
  const count = (fits: (task: Task) => boolean) => shown.filter(fits).length;
  return shown.length === 0
    ? NO_CHILDREN
    : {
        total: shown.length,
        open: count(({ status }) => isOpen(status)),
        done: count(({ status }) => status === 'done'),
        canceled: count(({ status }) => status === 'canceled'),
      };
}

export function subtaskStore(tables: Tables, view: (task: Task) => Task): SubtaskStore {
  const { tasks, relations } = tables;

  const levelsBelow = (taskNumber: number): readonly number[][] => {
    const levels = [[taskNumber]];
    for (let last = levels[0]; last && last.length > 0; last = levels.at(-1))
      levels.push(last.flatMap((number) => tables.children.get(number) ?? []));
    return levels.slice(0, -1);
  };

  /** The moments that come directly after another. */
  const next = ({ taskNumber, at }: Moment, detached: number | undefined): readonly Moment[] => {
    const parent = taskNumber === detached ? null : tasks.get(taskNumber)?.parent;
    const blocked = relations.filter(({ kind, from }) => kind === 'blocks' && from === taskNumber);
    return at === 'start'
      ? [
          { taskNumber, at: 'end' },
          ...(tables.children.get(taskNumber) ?? [])
            .filter((child) => child !== detached)
            .map((child) => ({ taskNumber: child, at: 'start' }) as const),
        ]
      : [
          ...(parent ? [{ taskNumber: parent.taskNumber, at: 'end' } as const] : []),
          ...blocked.map(({ to }) => ({ taskNumber: to, at: 'start' }) as const),
        ];
  };

  return {
    children: async (taskNumber) => childrenOf(tables, taskNumber).map(view),
    openChildren: async (taskNumber) =>
      childrenOf(tables, taskNumber)
        .filter(isOpenChild)
        .map((child) => child.taskNumber),
    following: async (taskNumber) => {
      const found = tasks.get(taskNumber);
      const task = found && view(found);
      return task && followsChildren(task) ? task : null;
    },
    ancestors: async (taskNumber) => {
      const task = tasks.get(taskNumber);
      return task ? ancestorsOf(tables, task).map(view) : [];
    },
    subtree: async (taskNumber) => {
      const levels = levelsBelow(taskNumber);
      return { size: levels.flat().length, height: levels.length - 1, children: levels[1]?.length ?? 0 };
    },
    claimed: async (taskNumber) =>
      levelsBelow(taskNumber)
        .flat()
        .map((number) => view(tasks.get(number) as Task))
        .filter(({ claim }) => claim !== null),
    addUsage: async (taskNumber, usage) =>
      tables.usageOfTasks.put(taskNumber, plus(tables.usageOfTasks.get(taskNumber) ?? {}, usage)),
    usageOf: async (taskNumber) => ({
      own: tables.usageOfTasks.get(taskNumber) ?? {},
      tree: totalOf(
        levelsBelow(taskNumber)
          .flat()
          .map((number) => tables.usageOfTasks.get(number) ?? {}),
      ),
    }),
    precedes: async (first, second, detached) => {
      const keyOf = ({ taskNumber, at }: Moment) => `${taskNumber} ${at}`;
      const seen = new Set<string>();
      const ahead = [first];
      for (let at = ahead.pop(); at; at = ahead.pop()) {
        if (keyOf(at) === keyOf(second)) return true;
        if (seen.has(keyOf(at))) continue;
        seen.add(keyOf(at));
        ahead.push(...next(at, detached));
      }
      return false;
    },
  };
}
