import { compareText } from '../shared/text.ts';
import { rankOf } from './rank.ts';
import type { Task } from './task.ts';

export const TASK_SORTS = ['created', 'updated', 'due', 'priority', 'completed', 'rank'] as const;
export type TaskSort = (typeof TASK_SORTS)[number];

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** The order of each sort if the request names none: the latest, the most urgent, the next due or the manual order. */
export const DEFAULT_ORDERS: Readonly<Record<TaskSort, SortOrder>> = {
  created: 'desc',
  updated: 'desc',
  due: 'asc',
  priority: 'asc',
  completed: 'desc',
  rank: 'asc',
};

/** The order of a task list (docs/rules.md, Lists of tasks). */
export interface TaskOrder {
  readonly sort: TaskSort;
  readonly order: SortOrder;
}

export const NEWEST_FIRST: TaskOrder = { sort: 'created', order: 'desc' };

/** The order of a list. Without a sort, the children of a task come in the order in which they were created. */
export function orderOf(query: {
  readonly sort?: TaskSort | undefined;
  readonly order?: SortOrder | undefined;
  readonly parent?: string | undefined;
}): TaskOrder {
  const { sort = 'created', parent } = query;
  const ofParent = query.sort === undefined && parent !== undefined && parent !== 'none';
  return { sort, order: query.order ?? (ofParent ? 'asc' : DEFAULT_ORDERS[sort]) };
}

/** A task's position in an order: the value sorted by, then the number. Tasks are created in the order of numbers. */
export type TaskPosition = readonly [value: number | string | null, taskNumber: number];

const VALUES: Readonly<Record<TaskSort, (task: Task) => number | string | null>> = {
  created: () => null,
  updated: ({ updatedAt }) => updatedAt,
  due: ({ dueDate }) => dueDate,
  priority: ({ priority }) => priority,
  completed: ({ completedAt }) => completedAt,
  rank: rankOf,
};

export const positionIn = ({ sort }: TaskOrder, task: Task): TaskPosition => [
  VALUES[sort](task),
  task.taskNumber,
];

/** Compares positions. Tasks without the value come last in both directions; equal values are ordered by number. */
export const comparePositions =
  ({ order }: TaskOrder) =>
  (a: TaskPosition, b: TaskPosition): number => {
    const direction = order === 'asc' ? 1 : -1;
    if ((a[0] === null) !== (b[0] === null)) return a[0] === null ? 1 : -1;
    return direction * (compareValues(a[0], b[0]) || a[1] - b[1]);
  };

const compareValues = (a: TaskPosition[0], b: TaskPosition[0]): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));

/** A position in a cursor. Lists by creation need only the number. */
export const encodePosition = ({ sort }: TaskOrder, position: TaskPosition): number | string =>
  sort === 'created' ? position[1] : JSON.stringify(position);

/** Undefined at the start. A client may have edited the cursor: an invalid position is the start or the end of a list. */
export function decodePosition(
  { sort }: TaskOrder,
  after: number | string | undefined,
): TaskPosition | undefined {
  if (after === undefined) return undefined;
  if (sort === 'created') return [null, safe(Number(after))];
  const [value, number] = parsed(String(after));
  const known =
    sort === 'priority' || sort === 'rank' ? typeof value === 'string' : Number.isSafeInteger(value);
  return [known ? (value as number | string) : null, safe(Number(number))];
}

const safe = (number: number): number => (Number.isSafeInteger(number) ? number : 0);

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
