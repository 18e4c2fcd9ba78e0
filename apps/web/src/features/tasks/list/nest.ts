import type { Task } from '@tandem/client';

/** The unfolded tasks, with their loaded sub-tasks. */
export type Unfolded = ReadonlyMap<number, readonly Task[]>;

/** Trees are at most this deep (docs/rules.md, Sub-tasks); lists of different moments may look deeper. */
const MAX_DEPTH = 5;

/** The tasks of a list in order, with the sub-tasks of unfolded ones below them. */
export interface Nested {
  readonly tasks: readonly Task[];
  /** The depth of sub-tasks, by number; others have 0. */
  readonly depths: ReadonlyMap<number, number>;
}

const FLAT: ReadonlyMap<number, number> = new Map();

/**
 * Puts the sub-tasks of unfolded tasks below them. `gathered` are the sub-tasks that stand below a task anywhere in the
 * view, so that no task appears twice.
 */
export function nest(tasks: readonly Task[], unfolded: Unfolded, gathered: ReadonlySet<number>): Nested {
  if (unfolded.size === 0) return { tasks, depths: FLAT };
  const rows: Task[] = [];
  const depths = new Map<number, number>();
  const add = (task: Task, depth: number) => {
    rows.push(task);
    if (depth > 0) depths.set(task.taskNumber, depth);
    if (depth === MAX_DEPTH) return;
    for (const child of unfolded.get(task.taskNumber) ?? []) {
      if (!depths.has(child.taskNumber)) add(child, depth + 1);
    }
  };
  for (const task of tasks) if (!gathered.has(task.taskNumber)) add(task, 0);
  return { tasks: rows, depths };
}

/**
 * The sub-tasks that stand below unfolded tasks of the view. A task whose parent is not in the view keeps its own place.
 */
export function gatheredBelow(lists: readonly (readonly Task[])[], unfolded: Unfolded): ReadonlySet<number> {
  const gathered = new Set<number>();
  if (unfolded.size === 0) return gathered;
  const gather = (parent: number) => {
    for (const { taskNumber } of unfolded.get(parent) ?? []) {
      if (gathered.has(taskNumber)) continue;
      gathered.add(taskNumber);
      gather(taskNumber);
    }
  };
  for (const tasks of lists) for (const { taskNumber } of tasks) gather(taskNumber);
  return gathered;
}
