import { nearest } from './nearest.ts';
import { invalid, type Refusal } from './refusal.ts';

/**
 * Runtime checks of the inputs of use cases: types, enumerations and field names. TypeScript checks them for typed
 * callers; values from JavaScript or JSON could be anything, and storages could not read them back. Lengths, ranges
 * and references are checked by the subjects.
 */

/** Problems by field path. */
type Found = Map<string, string>;

/** Maximum problems in one refusal; checking stops there. */
const MAX_PROBLEMS = 20;

export type CheckKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'one of'
  | 'list'
  | 'record'
  | 'object'
  | 'either'
  | 'anything';

export interface AnyCheck {
  readonly kind: CheckKind;
  readonly fits: (value: unknown) => boolean;
  /** Adds the problems of a value that does not fit. */
  readonly explain: (value: unknown, path: string, found: Found) => void;
  /** For an object: the checks of its fields. */
  readonly fields?: Readonly<Record<string, AnyCheck>> | undefined;
  /** For a list or a record: the check of its entries. */
  readonly entry?: AnyCheck | undefined;
  /** For an enumeration. */
  readonly values?: readonly string[] | undefined;
  /** Which of null and undefined are accepted as well. */
  readonly absent: readonly (null | undefined)[];
}

/** A check for values of type `T`. A check for a wider or a narrower type does not compile in its place. */
export interface Check<T> extends AnyCheck {
  readonly of?: (value: T) => T;
}

function addProblem(found: Found, path: string, problem: string): void {
  if (found.size < MAX_PROBLEMS && !found.has(path)) found.set(path, problem);
}

const childPath = (path: string, name: string | number): string =>
  path === '' ? `${name}` : `${path}.${name}`;

/** A check of a value as a whole. */
function simple<T>(kind: CheckKind, fits: (value: unknown) => boolean, problem: string): Check<T> {
  return {
    kind,
    fits,
    explain: (value, path, found) => addProblem(found, path, value === undefined ? 'is required' : problem),
    absent: [],
  };
}

export const text = simple<string>('text', (value) => typeof value === 'string', 'must be a string');
export const number = simple<number>('number', Number.isFinite, 'must be a number');
export const boolean = simple<boolean>(
  'boolean',
  (value) => typeof value === 'boolean',
  'must be true or false',
);

/** A value that only this process can create, such as an AbortSignal. */
export const anything = <T>(): Check<T> => simple('anything', () => true, '');

/** A value of an enumeration. */
export const oneOf = <const Value extends string>(values: readonly Value[]): Check<Value> => ({
  ...simple<Value>(
    'one of',
    (value) => values.includes(value as Value),
    `must be one of ${values.join(', ')}`,
  ),
  values,
});

/** A value of either type. */
export const either = <A, B>(a: Check<A>, b: Check<B>, problem: string): Check<A | B> =>
  simple('either', (value) => a.fits(value) || b.fits(value), problem);

/** A value, or a list with at least one. */
export const oneOrMore = <T>(entry: Check<T>, problem: string): Check<T | readonly T[]> =>
  simple(
    'either',
    (value) => entry.fits(value) || (Array.isArray(value) && value.length > 0 && value.every(entry.fits)),
    problem,
  );

const or = <T, Absent extends null | undefined>(check: AnyCheck, absent: Absent): Check<T | Absent> => ({
  kind: check.kind,
  fields: check.fields,
  entry: check.entry,
  values: check.values,
  fits: (value) => value === absent || check.fits(value),
  explain: (value, path, found) => {
    if (value !== absent) check.explain(value, path, found);
  },
  absent: [...check.absent, absent],
});

export const optional = <T>(check: Check<T>): Check<T | undefined> => or(check, undefined);
export const nullable = <T>(check: Check<T>): Check<T | null> => or(check, null);

/** A value that can be omitted or null. */
export const maybe = <T>(check: Check<T>): Check<T | null | undefined> => optional(nullable(check));

export function list<T>(entry: Check<T>): Check<readonly T[]> {
  const { explain, ...check } = simple<readonly T[]>(
    'list',
    (value) => Array.isArray(value) && value.every(entry.fits),
    'must be an array',
  );
  return {
    ...check,
    entry,
    explain: (value, path, found) => {
      if (!Array.isArray(value)) return explain(value, path, found);
      for (const [i, each] of value.entries()) {
        if (found.size >= MAX_PROBLEMS) return;
        if (!entry.fits(each)) entry.explain(each, childPath(path, i), found);
      }
    },
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with arbitrary keys. */
export function record<T>(entry: Check<T>): Check<Readonly<Record<string, T>>> {
  const { explain, ...check } = simple<Readonly<Record<string, T>>>(
    'record',
    (value) => isObject(value) && Object.values(value).every(entry.fits),
    'must be an object',
  );
  return {
    ...check,
    entry,
    explain: (value, path, found) => {
      if (!isObject(value)) return explain(value, path, found);
      for (const [name, each] of Object.entries(value)) {
        if (found.size >= MAX_PROBLEMS) return;
        if (!entry.fits(each)) entry.explain(each, childPath(path, name), found);
      }
    },
  };
}

/** A check for each field of an object; a missing one does not compile. */
type FieldsOf<T> = { readonly [Field in Exclude<keyof T, never>]: Check<T[Field]> };

/** An object with exactly these fields. A field set to `undefined` counts as omitted. */
export function object<T extends object>(fields: FieldsOf<T>): Check<T> {
  const checks = fields as Readonly<Record<string, AnyCheck>>;
  const names = Object.keys(checks);
  const known = new Set(names);
  const inOrder = names.map((name) => checks[name] as AnyCheck);
  const fits = (value: unknown): boolean => {
    if (!isObject(value)) return false;
    for (let i = 0; i < names.length; i++) {
      if (!(inOrder[i] as AnyCheck).fits(value[names[i] as string])) return false;
    }
    for (const name in value) if (!known.has(name) && value[name] !== undefined) return false;
    return true;
  };
  const { explain, ...check } = simple<T>('object', fits, 'must be an object');
  return {
    ...check,
    fields: checks,
    explain: (value, path, found) => {
      if (!isObject(value)) return explain(value, path === '' ? 'input' : path, found);
      for (const name of names) {
        const each = checks[name] as AnyCheck;
        if (!each.fits(value[name])) each.explain(value[name], childPath(path, name), found);
      }
      for (const name in value) {
        if (known.has(name) || value[name] === undefined) continue;
        const meant = nearest(name, names);
        addProblem(
          found,
          childPath(path, name),
          `is not recognized${meant ? `; perhaps you meant ${meant}` : ''}`,
        );
      }
    },
  };
}

/** Names an argument that is not an object, for use in refusals. */
export const named = <T>(name: string, check: Check<T>): Check<T> => ({
  ...check,
  explain: (value, path, found) => check.explain(value, path === '' ? name : path, found),
});

/** 400 for a value that fails its check. */
function refused(check: AnyCheck, value: unknown): Refusal | undefined {
  if (check.fits(value)) return undefined;
  const found: Found = new Map();
  check.explain(value, '', found);
  return invalid(Object.fromEntries(found));
}

/** Throws 400 for a value that fails its check. */
export function checkInput<T>(check: Check<T>, value: T): void {
  const refusal = refused(check, value);
  if (refusal) throw refusal;
}

/** 400 for the first argument after the caller that fails its check. */
export function refusedArguments(
  checks: readonly AnyCheck[],
  given: readonly unknown[],
): Refusal | undefined {
  for (let i = 0; i < checks.length; i++) {
    const refusal = refused(checks[i] as AnyCheck, given[i + 1]);
    if (refusal) return refusal;
  }
  return undefined;
}
