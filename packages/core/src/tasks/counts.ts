import { TASK_STATUSES, type TaskStatus } from './status.ts';

/** Counting stops here: pages show "9,999+" beyond it. */
export const MAX_COUNT = 9_999;

export interface StatusCounts {
  /** At most `MAX_COUNT + 1` each. */
  readonly byStatus: Readonly<Record<TaskStatus, number>>;
  /** False if counting stopped early: each number is a minimum. */
  readonly exact: boolean;
}

export const NO_TASKS: StatusCounts = { byStatus: countsOf({}), exact: true };

/** A count for each status. */
export function countsOf(known: Readonly<Partial<Record<TaskStatus, number>>>): StatusCounts['byStatus'] {
  return Object.fromEntries(
    TASK_STATUSES.map((status) => [status, Math.min(known[status] ?? 0, MAX_COUNT + 1)]),
  ) as Record<TaskStatus, number>;
}

/** The sum of the counts, with the same limit. */
export const totalOf = ({ byStatus }: StatusCounts): number =>
  Math.min(
    TASK_STATUSES.reduce((sum, status) => sum + byStatus[status], 0),
    MAX_COUNT + 1,
  );
