import { InvalidArgumentError } from 'commander';

/** The numbers that an option takes. */
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

/** An option that can be given several times, or once with commas between. */
export const several = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
];

/** The same with words of a list alone. */
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

/** An option that can be given several times, with texts that may hold commas. */
export const repeated = (text: string, before: readonly string[] = []): string[] => [...before, text];

/** The number of a task, with or without #, or its id. */
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

/** Milliseconds of the units in which a time from now is given. */
const UNITS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** Milliseconds since 1970: given as such, as a date or a time by ISO 8601, or from now on (`+3d`, `+2h`). */
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

/** Whether there is such a day; of the 31st of February the platform makes one in March. */
const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** The same, or `none`, which takes away what is there. */
export const momentOrNone = (text: string): number | 'none' => (text === 'none' ? 'none' : momentOf(text));

/** What was given, as the interface takes it: null for `none`. */
export const orNull = <Value>(given: Value | 'none' | undefined): Value | null | undefined =>
  given === 'none' ? null : given;

/** NAME=REST, split at the first sign of equality. */
export function pair(text: string, names: string): readonly [name: string, rest: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new InvalidArgumentError(`It must be ${names}.`);
}
