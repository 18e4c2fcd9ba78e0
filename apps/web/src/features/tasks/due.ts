import type { Task } from '@tandem/client';
import { isClosed } from '../../api/is-closed.ts';

const DAY_MS = 86_400_000;
/** Days before the due date on which a task is due soon. */
const SOON_DAYS = 2;

type Due = Pick<Task, 'dueDate' | 'status'>;

export type Urgency = 'overdue' | 'soon' | 'later';

/**
 * How urgent the due date of a task is; null without one. A date is a day in UTC and lasts until its end. Closed tasks
 * are never urgent.
 */
export function urgencyOf({ dueDate, status }: Due, now: number): Urgency | null {
  if (dueDate === null) return null;
  if (isClosed(status)) return 'later';
  const daysLeft = dayOf(Date.parse(dueDate)) - dayOf(now);
  if (daysLeft < 0) return 'overdue';
  return daysLeft <= SOON_DAYS ? 'soon' : 'later';
}

/** Days from today on that the filter `week` has. */
const WEEK_DAYS = 7;

/** Whether an open task is overdue, or due within a week. */
export function isDue({ dueDate, status }: Due, when: 'overdue' | 'week', now: number): boolean {
  if (dueDate === null || isClosed(status)) return false;
  const daysLeft = dayOf(Date.parse(dueDate)) - dayOf(now);
  return when === 'overdue' ? daysLeft < 0 : daysLeft >= 0 && daysLeft < WEEK_DAYS;
}

/** Where the filter `week` ends. */
export const endOfWeek = (now: number): string => new Date((dayOf(now) + WEEK_DAYS) * DAY_MS).toISOString();

/** Days from today on that are offered as a due date. */
export const DUE_DAYS = { today: 0, tomorrow: 1, week: 7, twoWeeks: 14, month: 30 } as const;

/** The day that many days from today, as the beginning of the day in UTC. */
export const dayFrom = (now: number, days: number): number => (dayOf(now) + days) * DAY_MS;

const dayOf = (at: number) => Math.floor(at / DAY_MS);
