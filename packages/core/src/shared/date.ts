import type { Problem } from './text.ts';

/** The longest way from 1970 that a JavaScript Date can hold, in milliseconds. */
export const FARTHEST_DATE = 8.64e15;

const FORM = 'must be milliseconds since 1970';

/**
 * A date: milliseconds since 1970, as an integer that a JavaScript Date can hold. For anything else that was
 * probably meant as a date, the problem names its number.
 */
export function dateProblem(value: unknown): Problem {
  if (value === undefined || value === null || isDate(value)) return undefined;
  const meant = dateMeant(value);
  return meant === undefined
    ? `${FORM}: a number, and an integer that a date can hold`
    : `${FORM}; the date given is ${meant}`;
}

/** A date that is still to come. One that was given in seconds has long been. */
export function futureDateProblem(value: number | null | undefined, now: number): Problem {
  const problem = dateProblem(value);
  if (problem || value === undefined || value === null || value > now) return problem;
  const meant = fromUnits(value);
  return meant !== undefined && meant > now
    ? `must be in the future, in milliseconds since 1970; perhaps ${meant} was meant`
    : 'must be in the future';
}

const isDate = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= FARTHEST_DATE;

/** The milliseconds that a value was probably meant to be; undefined where that would be a guess. */
function dateMeant(value: unknown): number | undefined {
  if (typeof value === 'number') return fromUnits(value);
  if (typeof value !== 'string') return undefined;
  if (!NUMBER.test(value) || YEAR.test(value)) return fromIso(value);
  const number = Number(value);
  return fromUnits(number) ?? (isDate(number) ? number : undefined);
}

const NUMBER = /^-?\d{1,20}(\.\d{1,9})?$/;
/** In quotes it may be one, and is no day. */
const YEAR = /^\d{4}$/;

/** Between these a number is a date that people have to do with: the years 2000 to 2099. */
const SOONEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);
/** Milliseconds, seconds, microseconds and nanoseconds, each in milliseconds. No number is likely in two of them. */
const UNITS = [1, 1e3, 1e-3, 1e-6];

function fromUnits(value: number): number | undefined {
  const candidates = UNITS.map((unit) => Math.round(value * unit));
  return candidates.find((ms) => ms >= SOONEST && ms < LATEST);
}

/** ISO 8601: a day, or a time of it; without an offset in UTC. */
const ISO =
  /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

function fromIso(text: string): number | undefined {
  const [, year, month, day, time = '00:00', offset = 'Z'] = ISO.exec(text) ?? [];
  const midnight = Date.parse(`${year}-${month}-${day}T00:00Z`);
  // February has no 30th, whatever Date.parse makes of it.
  if (new Date(midnight).getUTCDate() !== Number(day)) return undefined;
  const ms = Date.parse(
    `${year}-${month}-${day}T${time}${offset.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')}`,
  );
  return Number.isNaN(ms) ? undefined : ms;
}
