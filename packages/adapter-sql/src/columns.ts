/** Thrown by what turns a row into what it stands for, when a column holds what Tandem never puts there. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

// What is wrong is said without the value: it may be anything, and a log holds nothing that people have written.

/** Reads a column that holds one of a few words. */
export function oneOf<V extends string>(column: string, values: readonly V[]) {
  const known: ReadonlySet<string | null> = new Set(values);
  return (value: string | null): V => {
    if (known.has(value)) return value as V;
    throw new Unreadable(`${column} is none of ${values.join(', ')}`);
  };
}

/** Milliseconds from 1970 to the last moment that a JavaScript Date can hold, and back to the first. */
export const LAST_MOMENT = 8.64e15;

export function date(column: string, ms: number): number {
  if (ms >= -LAST_MOMENT && ms <= LAST_MOMENT) return ms;
  throw new Unreadable(`${column} is no time that a date can hold`);
}

export const dateOrNull = (column: string, ms: number | null): number | null =>
  ms === null ? null : date(column, ms);

/** A number of things. */
export function count(column: string, n: number): number {
  if (n >= 0 && n <= Number.MAX_SAFE_INTEGER) return n;
  throw new Unreadable(`${column} is no whole number of at least 0`);
}

/** A number that JSON can hold. */
export function finite(column: string, n: number): number {
  if (Number.isFinite(n)) return n;
  throw new Unreadable(`${column} is no finite number`);
}

/** Reads a column that holds JSON of a certain shape. */
export function json<T>(column: string, shape: string, fits: (value: unknown) => value is T) {
  return (text: string): T => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The parser's own message repeats a part of the text.
    }
    if (fits(value)) return value;
    throw new Unreadable(`${column} is no JSON ${shape}`);
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** A list of objects whose members satisfy these. */
export const isObjects = (value: unknown, members: Members = {}) =>
  Array.isArray(value) && value.every((each) => isObjectOf(each, members));

export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

type Members = Readonly<Record<string, (member: unknown) => boolean>>;

/** Whether a value is an object whose members satisfy these. */
export const isObjectOf = (value: unknown, members: Members) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(members).every(([name, fits]) => fits((value as Record<string, unknown>)[name]));

export const isOneOf = (values: readonly string[]) => (value: unknown) => values.includes(value as string);

/** An object of numbers by their names. */
export const isNumbers = (value: unknown) =>
  isObjectOf(value, {}) && Object.values(value as object).every((each) => typeof each === 'number');

/** A member that may be missing. */
export const orNone = (fits: (member: unknown) => boolean) => (member: unknown) =>
  member === undefined || fits(member);
export const isNumberOrNull = (value: unknown) => value === null || typeof value === 'number';

/** Who did something, as JSON keeps it. */
export const isAuthor = (value: unknown) =>
  isObjectOf(value, { id: isText, name: isText, displayName: isText, type: isText });

export const isTextOrNull = (value: unknown) => value === null || isText(value);
export const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isDate = (value: unknown) => Number.isInteger(value) && Math.abs(value as number) <= LAST_MOMENT;
export { isText };
