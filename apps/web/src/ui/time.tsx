import { useEffect } from 'react';
import { serverNow } from '../api/clock.ts';
import { pageState, usePageState } from '../state/page-state.ts';
import { formatter, momentFormatter } from './format.ts';

/** All relative times update together, twice a minute. */
const TICK_MS = 30_000;
const now = pageState(serverNow);

const relativeFormat = formatter(
  (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'long' }),
);
const exactFormat = momentFormatter({ dateStyle: 'medium', timeStyle: 'medium' });

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** The elapsed or remaining time in the largest whole unit. */
export function relative(at: number, from: number): string {
  const seconds = Math.round((at - from) / 1000);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relativeFormat().format(Math.trunc(seconds / length), unit);
  }
  return relativeFormat().format(0, 'second');
}

/** The server's time; updates twice a minute. */
export const useNow = (): number => usePageState(now);

/** Keeps relative times current while the component is mounted. */
export function useTicks(): void {
  useEffect(() => {
    const timer = setInterval(() => now.set(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
}

const clockFormat = momentFormatter({ hour: '2-digit', minute: '2-digit' });
const dayFormat = momentFormatter({ month: 'short', day: 'numeric' });

/** A time of day, with the date unless it is today. */
export function clockTime(moment: number, today: number): string {
  const time = clockFormat().format(moment);
  const day = dayFormat().format(moment);
  return day === dayFormat().format(today) ? time : `${day}, ${time}`;
}

const dateFormat = formatter(
  (tag) => new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);
const dateWithYearFormat = formatter(
  (tag) => new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }),
);
const yearOf = (at: number) => new Date(at).getUTCFullYear();

/** A date such as a due date, in UTC, with the year unless it is this one. */
export const calendarDay = (date: number, today: number): string =>
  (yearOf(date) === yearOf(today) ? dateFormat : dateWithYearFormat)().format(date);

/** A relative time with the exact one as its title. */
export function RelativeTime({ at }: { at: string }) {
  const current = useNow();
  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={exactFormat().format(moment)}>
      {relative(moment, Math.max(current, serverNow() - TICK_MS))}
    </time>
  );
}
