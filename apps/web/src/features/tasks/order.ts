import type { Task } from '@tandem/client';
import type { TaskFilter } from '../../api/queries/tasks.ts';

export type Sort = NonNullable<TaskFilter['sort']>;

/** The sorts of a view other than by creation, the default. */
export const SORTS = ['updated', 'due', 'priority', 'completed', 'rank'] as const satisfies readonly Sort[];

/** A place in the manual order: directly before or after a task. */
export interface Anchor {
  readonly side: 'before' | 'after';
  readonly taskNumber: number;
}

type Value = number | string | null;

const VALUES: Readonly<Record<Exclude<Sort, 'rank'>, (task: Task) => Value>> = {
  created: () => 0,
  updated: ({ updatedAt }) => updatedAt,
  due: ({ dueDate }) => dueDate,
  priority: ({ priority }) => priority,
  completed: ({ completedAt }) => completedAt,
};

/** Whether the next due, the most urgent or the first in the manual order comes first; otherwise the latest. */
export const isAscendingByDefault = (sort: Sort): boolean => ['due', 'priority', 'rank'].includes(sort);

/**
 * Compares tasks as the server orders a list (docs/rules.md, Lists of tasks): tasks without the value come last, equal
 * ones are ordered by number. Times of the API are ISO texts, which sort as they are. Null for the manual order, which
 * only the server knows.
 */
export function comparison({ sort, order, parent }: TaskFilter): ((a: Task, b: Task) => number) | null {
  const by = sort ?? 'created';
  if (by === 'rank') return null;
  const isAscending = order
    ? order === 'asc'
    : isAscendingByDefault(by) || (sort === undefined && isParent(parent));
  const direction = isAscending ? 1 : -1;
  const keyOf = VALUES[by];
  return (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if ((left === null) !== (right === null)) return left === null ? 1 : -1;
    return direction * (compare(left, right) || a.taskNumber - b.taskNumber);
  };
}

const isParent = (parent: TaskFilter['parent']) => parent !== undefined && parent !== 'none';

function compare(a: Value, b: Value): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}
