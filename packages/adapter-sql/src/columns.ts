/** Thrown by decoders when a column holds a value that Tandem never writes. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

// Messages name the column but never the value: logs must not contain user data.

/** Decodes a column that holds one of a fixed set of words. */
export function oneOf<V extends string>(column: string, values: readonly V[]) {
  const known: ReadonlySet<string | null> = new Set(values);
  return (value: string | null): V => {
    if (known.has(value)) return value as V;
    throw new Unreadable(`${column} is not one of ${values.join(', ')}`);
  };
}

/** The largest absolute time of a JavaScript Date, in milliseconds from 1970. */
export const LAST_MOMENT = 8.64e15;

export function date(column: string, ms: number): number {
  if (ms >= -LAST_MOMENT && ms <= LAST_MOMENT) return ms;
  throw new Unreadable(`${column} is not a valid time`);
}

export const dateOrNull = (column: string, ms: number | null): number | null =>
  ms === null ? null : date(column, ms);

/** Checks a non-negative integer. */
export function count(column: string, n: number): number {
  if (n >= 0 && n <= Number.MAX_SAFE_INTEGER) return n;
  throw new Unreadable(`${column} is not a non-negative integer`);
}

/** Checks a number that JSON can represent. */
export function finite(column: string, n: number): number {
  if (Number.isFinite(n)) return n;
  throw new Unreadable(`${column} is not a finite number`);
}

/** Decodes a column that holds JSON of a given shape. */
export function json<T>(column: string, shape: string, fits: (value: unknown) => value is T) {
  return (text: string): T => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The parser's message would repeat part of the text.
    }
    if (fits(value)) return value;
    throw new Unreadable(`${column} is not a JSON ${shape}`);
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** True for a list of objects whose members pass these checks. */
export const isObjects = (value: unknown, members: Members = {}) =>
  Array.isArray(value) && value.every((each) => isObjectOf(each, members));

export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

type Members = Readonly<Record<string, (member: unknown) => boolean>>;

/** True for an object whose members pass these checks. */
export const isObjectOf = (value: unknown, members: Members) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(members).every(([name, fits]) => fits((value as Record<string, unknown>)[name]));

export const isOneOf = (values: readonly string[]) => (value: unknown) => values.includes(value as string);

/** True for an object whose values are all numbers. */
export const isNumbers = (value: unknown) =>
  isObjectOf(value, {}) && Object.values(value as object).every((each) => typeof each === 'number');

/** True for an object whose values are all texts. */
export const isTextsByKey = (value: unknown) =>
  isObjectOf(value, {}) && Object.values(value as object).every(isText);

/** Accepts a missing member. */
export const optional = (fits: (member: unknown) => boolean) => (member: unknown) =>
  member === undefined || fits(member);
export const isNumberOrNull = (value: unknown) => value === null || typeof value === 'number';

/** True for the JSON of an author. */
export const isAuthor = (value: unknown) =>
  isObjectOf(value, { id: isText, name: isText, displayName: isText, type: isText });

export const isBoolean = (value: unknown) => typeof value === 'boolean';
export const isTextOrNull = (value: unknown) => value === null || isText(value);
export const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isDate = (value: unknown) => Number.isInteger(value) && Math.abs(value as number) <= LAST_MOMENT;
export { isText };
