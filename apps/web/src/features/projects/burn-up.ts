/** What a burn-up is made of: when tasks were made and done. */
export interface Counted {
  readonly status: string;
  readonly createdAt: string;
  readonly completedAt: string | null;
}

/** At the end of each day, how many tasks there were and how many of them were done. */
interface BurnUp {
  readonly times: readonly number[];
  readonly scope: readonly number[];
  readonly done: readonly number[];
}

/**
 * The burn-up of tasks as they are now, by the days of whoever looks. Canceled ones are no scope, for when a task was
 * canceled is not told; one that was done and opened again is not done.
 */
export function burnUp(tasks: readonly Counted[], now: number): BurnUp {
  const counted = tasks.filter(({ status }) => status !== 'canceled');
  const made = counted.map(({ createdAt }) => Date.parse(createdAt)).sort(ascending);
  const ends = counted
    .flatMap(({ completedAt }) => (completedAt === null ? [] : [Date.parse(completedAt)]))
    .sort(ascending);
  const times = daysFrom(made[0] ?? now, now);
  const until = times.map((_, place) => times[place + 1] ?? Number.POSITIVE_INFINITY);
  return { times, scope: until.map(countBefore(made)), done: until.map(countBefore(ends)) };
}

const ascending = (a: number, b: number) => a - b;

/** The beginnings of the days from one moment to another; a day in which a clock is set has another length. */
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

/** How many of ascending moments lie before another; asked for ascending ones. */
function countBefore(moments: readonly number[]): (end: number) => number {
  let count = 0;
  return (end) => {
    while (count < moments.length && (moments[count] ?? end) < end) count += 1;
    return count;
  };
}
