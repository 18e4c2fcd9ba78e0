/** The times a burn-up needs: task creation and completion. */
export interface Counted {
  readonly status: string;
  readonly createdAt: string;
  readonly completedAt: string | null;
}

/** Total and done tasks at the end of each day. */
interface BurnUp {
  readonly times: readonly number[];
  readonly scope: readonly number[];
  readonly done: readonly number[];
}

/**
 * The burn-up of the tasks in their current state, by the viewer's local days. Canceled tasks are left out, because
 * their time of cancelation is unknown; a reopened task counts as not done.
 */
export function burnUp(tasks: readonly Counted[], now: number): BurnUp {
  const counted = tasks.filter(({ status }) => status !== 'canceled');
  const created = counted.map(({ createdAt }) => Date.parse(createdAt)).sort(ascending);
  const ends = counted
    .flatMap(({ completedAt }) => (completedAt === null ? [] : [Date.parse(completedAt)]))
    .sort(ascending);
  const times = daysFrom(created[0] ?? now, now);
  const until = times.map((_, index) => times[index + 1] ?? Number.POSITIVE_INFINITY);
  return { times, scope: until.map(countBefore(created)), done: until.map(countBefore(ends)) };
}

const ascending = (a: number, b: number) => a - b;

/** The starts of the days between two moments; days with a clock change differ in length. */
function daysFrom(from: number, to: number): number[] {
  const day = new Date(from);
  day.setHours(0, 0, 0, 0);
  const days: number[] = [];
  while (days.length === 0 || day.getTime() <= to) {
    days.push(day.getTime());
    day.setDate(day.getDate() + 1);
  }
  return days;
}

/** Counts the moments before a given one. Both the moments and the calls must be ascending. */
function countBefore(moments: readonly number[]): (end: number) => number {
  let count = 0;
  return (end) => {
    while (count < moments.length && (moments[count] ?? end) < end) count += 1;
    return count;
  };
}
