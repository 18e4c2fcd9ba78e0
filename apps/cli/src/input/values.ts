import { InvalidArgumentError } from 'commander';

/** Parses an integer option. */
export const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };

export function number(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number.');
}

/** Parses an option that is repeatable or comma-separated. */
export const several = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
];

/** The same with allowed words only. */
export const severalOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string, before: readonly Word[] = []): Word[] => [
    ...before,
    ...several(text).map((each) => {
      const word = words.find((known) => known === each);
      if (word) return word;
      throw new InvalidArgumentError(`Allowed choices are ${words.join(', ')}.`);
    }),
  ];

/** Parses a repeatable option whose texts may contain commas. */
export const repeated = (text: string, before: readonly string[] = []): string[] => [...before, text];

/** The number of a task with or without #, or its id. */
export function task(text: string): string {
  const named = text.replace(/^#/, '');
  if (/^[\w-]+$/.test(named)) return named;
  throw new InvalidArgumentError('It must be the number of a task.');
}

export function taskNumber(text: string): number {
  const named = text.replace(/^#/, '');
  if (/^\d{1,15}$/.test(named) && Number(named) > 0) return Number(named);
  throw new InvalidArgumentError('It must be the number of a task.');
}

/** The same, or `none` to clear the value. */
export const taskNumberOrNone = (text: string): number | 'none' =>
  text === 'none' ? 'none' : taskNumber(text);

/** Milliseconds per unit of a time from now. */
const UNITS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/**
 * Milliseconds since 1970 of an option: milliseconds, an ISO 8601 date or time, or a time from now (`+3d`,
 * `+2h`).
 */
export function momentOf(text: string): number {
  const [, count, unit = ''] = /^\+(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return Date.now() + Number(count) * (UNITS[unit] as number);
  if (/^\d{11,15}$/.test(text)) return Number(text);
  if (/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) {
    const moment = Date.parse(text);
    if (!Number.isNaN(moment) && isDay(text.slice(0, 10))) return moment;
  }
  throw new InvalidArgumentError(
    'It must be a date (2027-01-31, 2027-01-31T12:00Z) or a time from now (+3d, +2h).',
  );
}

/** Whether the day exists: the platform turns February 31 into a day in March. */
const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** The same, or `none` to clear the value. */
export const momentOrNone = (text: string): number | 'none' => (text === 'none' ? 'none' : momentOf(text));

/** The API value of an option: null for `none`. */
export const orNull = <Value>(given: Value | 'none' | undefined): Value | null | undefined =>
  given === 'none' ? null : given;

/** Parses NAME=REST, split at the first equals sign. */
export function pair(text: string, names: string): readonly [name: string, rest: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new InvalidArgumentError(`It must be ${names}.`);
}

/** Parses a repeatable NAME=VALUE option into an object. */
export const pairs =
  <Value>(names: string, parse: (text: string) => Value) =>
  (text: string, before: Readonly<Record<string, Value>> = {}): Record<string, Value> => {
    const [name, rest] = pair(text, names);
    return { ...before, [name]: parse(rest) };
  };

/** The same, or `none` to clear the value. */
export const pairsOrNone =
  <Value>(names: string, parse: (text: string) => Value) =>
  (text: string, before?: Readonly<Record<string, Value>> | 'none'): Record<string, Value> | 'none' =>
    text === 'none' ? 'none' : pairs(names, parse)(text, before === 'none' ? undefined : before);

/** An external id, `source:id`. */
export function externalId(text: string): { readonly source: string; readonly id: string } {
  const at = text.indexOf(':');
  if (at > 0) return { source: text.slice(0, at), id: text.slice(at + 1) };
  throw new InvalidArgumentError('It must be SOURCE:ID.');
}

/** The same, or `none` to clear the value. */
export const externalIdOrNone = (text: string) => (text === 'none' ? 'none' : externalId(text));
