/** A day in UTC, as `2026-03-01`; days compare as strings. */
export type Day = string;

/** An inclusive range of days; a missing bound means unlimited. */
export interface DayRange {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

const DAY_MS = 24 * 60 * 60_000;
/** The range of days with four-digit years, which compare as strings. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** The day of a time in milliseconds since 1970. */
export const dayOf = (ms: number): Day =>
  new Date(Math.min(LAST, Math.max(FIRST, ms))).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The month of a day, as `2026-03`. */
export const monthOf = (day: Day): string => day.slice(0, 'YYYY-MM'.length);

/** The end of a day, in milliseconds since 1970. */
export const endOfDay = (day: Day): number => Date.parse(day) + DAY_MS;

const next = (day: Day): Day => new Date(endOfDay(day)).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The last day of the month of a day. */
function lastOfMonth(day: Day): Day {
  const date = new Date(Date.parse(day));
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
}

/** The days of a range, latest first. */
export function daysIn(from: Day, to: Day): readonly Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = next(day)) days.push(day);
  return days.reverse();
}

/** Splits a range into whole months and the remaining days, at most 60 days and 12 months a year. */
export function periodsOf(from: Day, to: Day): readonly string[] {
  const periods: string[] = [];
  for (let day = from; day <= to; ) {
    const last = lastOfMonth(day);
    const isMonth = day.endsWith('-01') && last <= to;
    periods.push(isMonth ? monthOf(day) : day);
    day = next(isMonth ? last : day);
  }
  return periods;
}
