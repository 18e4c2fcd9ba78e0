import type { Task } from '@tandem/client';
import { isClosed } from '../../api/is-closed.ts';

const DAY_MS = 86_400_000;
/** Days before the due date on which a task is due soon. */
const SOON_DAYS = 2;

export type Urgency = 'overdue' | 'soon' | 'later';

/**
 * How urgent the due date of a task is; null without one. A date is a day in UTC and lasts until its end. Closed tasks
 * are never urgent.
 */
export function urgencyOf(
  { dueDate, status }: Pick<Task, 'dueDate' | 'status'>,
  now: number,
): Urgency | null {
  if (dueDate === null) return null;
  if (isClosed(status)) return 'later';
  const daysLeft = dayOf(Date.parse(dueDate)) - dayOf(now);
  if (daysLeft < 0) return 'overdue';
  return daysLeft <= SOON_DAYS ? 'soon' : 'later';
}

const dayOf = (at: number) => Math.floor(at / DAY_MS);
