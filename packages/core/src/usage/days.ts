/** A day in UTC, as `2026-03-01`; two of them compare as texts. */
export type Day = string;

/** Days from the first to the last, both included; where one is not given, all there are. */
export interface DayRange {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

const DAY_MS = 24 * 60 * 60_000;
/** Days whose years have four digits; others compare as these do. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** The day of a moment, in milliseconds since 1970. */
export const dayOf = (ms: number): Day =>
  new Date(Math.min(LAST, Math.max(FIRST, ms))).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The month of a day, as `2026-03`. */
export const monthOf = (day: Day): string => day.slice(0, 'YYYY-MM'.length);

/** When a day is over, in milliseconds since 1970. */
export const endOfDay = (day: Day): number => Date.parse(day) + DAY_MS;

const next = (day: Day): Day => new Date(endOfDay(day)).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The last day of the month that a day is in. */
function lastOfMonth(day: Day): Day {
  const date = new Date(Date.parse(day));
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
}

/**
 * The months that lie wholly between two days, and the days around them: together they are all days from the first to
 * the last, in at most 60 days and 12 months a year.
 */
export function periodsOf(from: Day, to: Day): readonly string[] {
  const periods: string[] = [];
  for (let day = from; day <= to; ) {
    const last = lastOfMonth(day);
    const whole = day.endsWith('-01') && last <= to;
    periods.push(whole ? monthOf(day) : day);
    day = next(whole ? last : day);
  }
  return periods;
}
