import type { Problem } from './text.ts';

/** The range of accepted dates, in milliseconds: RFC 3339 supports the years 0000 to 9999. */
export const FIRST_DATE = -62_167_219_200_000;
export const LAST_DATE = 253_402_300_799_999;

const FORM = 'must be milliseconds since 1970';

/** The problem of a number that is not a date. */
const NUMBER_FORM = `${FORM}: a number, and an integer within the range of dates`;

/**
 * A date: milliseconds since 1970, as an integer within the years 0000 to 9999. For a value in another unit or
 * format, the problem names the milliseconds that were probably meant; otherwise it is `form`.
 */
export function dateProblem(value: unknown, form = NUMBER_FORM): Problem {
  if (value === undefined || value === null || isDate(value)) return undefined;
  const meant = dateMeant(value);
  if (meant !== undefined && isDate(meant)) return `${FORM}; the date given is ${meant}`;
  return meant !== undefined || Number.isInteger(value) ? 'must be in the years 0000 to 9999' : form;
}

/** A date in the future. A value in seconds would look like a date long past. */
export function futureDateProblem(value: number | null | undefined, now: number): Problem {
  const problem = dateProblem(value);
  if (problem || value === undefined || value === null || value > now) return problem;
  const meant = fromUnits(value);
  return meant !== undefined && meant > now
    ? `must be in the future, in milliseconds since 1970; perhaps you meant ${meant}`
    : 'must be in the future';
}

const isDate = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= FIRST_DATE && (value as number) <= LAST_DATE;

/** The milliseconds that a value was probably meant to be; undefined if that would be a guess. */
function dateMeant(value: unknown): number | undefined {
  if (typeof value === 'number') return fromUnits(value);
  if (typeof value !== 'string') return undefined;
  if (!NUMBER.test(value) || YEAR.test(value)) return parseDate(value);
  const number = Number(value);
  return fromUnits(number) ?? (isDate(number) ? number : undefined);
}

const NUMBER = /^-?\d{1,20}(\.\d{1,9})?$/;
/** Four digits in quotes may be a year, but not a day. */
const YEAR = /^\d{4}$/;

/** A number in this range is a plausible date: the years 2000 to 2099. */
const SOONEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);
/** Milliseconds, seconds, microseconds and nanoseconds, each in milliseconds. No number is plausible in two of them. */
const UNITS = [1, 1e3, 1e-3, 1e-6];

function fromUnits(value: number): number | undefined {
  const candidates = UNITS.map((unit) => Math.round(value * unit));
  return candidates.find((ms) => ms >= SOONEST && ms < LATEST);
}

/** A day, or a time of a day. */
const ISO =
  /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * The milliseconds of a date in ISO 8601. A day stands for its midnight, and a time without an offset is in UTC.
 * Undefined for other text; the result can exceed `LAST_DATE`.
 */
export function parseDate(text: string): number | undefined {
  const [, year, month, day, time = '00:00', offset = 'Z'] = ISO.exec(text) ?? [];
  const midnight = Date.parse(`${year}-${month}-${day}T00:00Z`);
  // Date.parse reads 30 February as 2 March.
  if (new Date(midnight).getUTCDate() !== Number(day)) return undefined;
  const ms = Date.parse(
    `${year}-${month}-${day}T${time}${offset.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')}`,
  );
  return Number.isNaN(ms) ? undefined : ms;
}
