import * as z from 'zod';
import type { Body } from './world.ts';

/** A body that an operation must reject, as text. */
export interface BadBody {
  readonly what: string;
  readonly text: string;
  /** The invalid field, and the path of the invalid value in it. */
  readonly field: string;
  readonly path: string;
  /** Whether it is a blank text, which some fields allow. */
  readonly blank: boolean;
  readonly overlong: boolean;
}

/** Part of every invalid text, so that responses can be searched for it. */
export const MARK = 'zq9mark';

/** Numbers of any size, or with fractions. */
const ANY_NUMBER = [
  'metric.target',
  'metric.current',
  'metricCurrent',
  'usage.cost',
  'limits.usage.cost.perDay',
  'budget.cost',
];
const isAnyNumber = (name: string) => ANY_NUMBER.some((any) => name === any || name.endsWith(`.${any}`));

/** Values for fields that no example sets: its requests are repeated in a workspace, where an external id is unique. */
const ADDED: Readonly<Record<string, Body>> = {
  externalId: { source: 'jira', id: 'ADDED-1', url: 'https://example.org/added' },
  metadata: { team: 'blue' },
  budget: { cost: 5 },
};

interface Field {
  readonly schema: z.ZodType;
  readonly nullable: boolean;
  readonly optional: boolean;
}

function opened(schema: z.ZodType, nullable = false, optional = false): Field {
  if (schema instanceof z.ZodOptional) return opened(schema.unwrap() as z.ZodType, nullable, true);
  if (schema instanceof z.ZodNullable) return opened(schema.unwrap() as z.ZodType, true, optional);
  if (schema instanceof z.ZodCatch) return opened(schema.unwrap() as z.ZodType, nullable, optional);
  return { schema, nullable, optional };
}

type Path = (string | number)[];

/** The member of a union that a value belongs to. */
const memberFor = ({ def }: z.ZodDiscriminatedUnion, good: Body): z.ZodObject =>
  (def.options as z.ZodObject[]).find(
    ({ shape }) => (shape[def.discriminator] as z.ZodType).safeParse(good?.[def.discriminator]).success,
  ) as z.ZodObject;

/** A valid value with the ADDED fields that its schema has. In lists only the first entry, which is spoiled. */
function completed(given: z.ZodType, good: Body): Body {
  const { schema } = opened(given);
  if (schema instanceof z.ZodDiscriminatedUnion) return completed(memberFor(schema, good), good);
  if (schema instanceof z.ZodArray && good?.length > 0)
    return [completed(schema.element as z.ZodType, good[0]), ...good.slice(1)];
  if (!(schema instanceof z.ZodObject)) return good;
  const more = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, inner]) => {
    const added = inner.safeParse(ADDED[name]).success ? ADDED[name] : undefined;
    const value = good?.[name] ?? added;
    return value === undefined ? [] : [[name, completed(inner, value)]];
  });
  return { ...good, ...Object.fromEntries(more) };
}

/** All bodies with one invalid field that can be derived from a valid one. */
export function badBodies(schema: z.ZodObject, example: Body): BadBody[] {
  const good = completed(schema, example);
  const bad = (path: Path) => (what: string, value: unknown) => ({
    what: `${path.join('.')} ${what}`,
    text: asText(spoiled(good, path, value)),
    field: String(path[0]),
    path: path.join('.'),
    blank: typeof value === 'string' && value.trim() === '',
    overlong: typeof value === 'string' && value.length > 100_000,
  });
  return ofObject(schema, good, [], bad);
}

type Bad = (path: Path) => (what: string, value: unknown) => BadBody;

function ofObject(schema: z.ZodObject, good: Body, path: Path, bad: Bad): BadBody[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, inner]) => {
    const field = opened(inner);
    const here = [...path, name];
    const missing = field.optional ? [] : [bad(here)('is missing', undefined)];
    const isNull = field.nullable || field.schema instanceof z.ZodUnknown ? [] : [bad(here)('is null', null)];
    return [...missing, ...isNull, ...ofValue(field, good?.[name], here, bad)];
  });
}

function ofValue({ schema }: Field, good: Body, path: Path, bad: Bad): BadBody[] {
  const name = path.filter((step) => typeof step === 'string').join('.');
  const make = bad(path);
  const wrong = (...but: string[]) =>
    Object.entries(SAMPLES)
      .filter(([type]) => !but.includes(type))
      .map(([type, value]) => make(`is ${type}`, value));

  if (schema instanceof z.ZodString) {
    return [
      ...wrong('a text'),
      make('has a NUL', `${MARK}\0`),
      make('has half a character', `${MARK}\ud83e`),
      make('is overlong', MARK + 'x'.repeat(200_000)),
      make('is empty', ''),
      make('is blank', ' \t\n'),
    ];
  }
  if (schema instanceof z.ZodEnum) {
    const [first] = schema.options as string[];
    return [...wrong(), make('is in capitals', first?.toUpperCase()), make('has a NUL', `${first}\0`)];
  }
  // A date is a number, or a text in one of two formats.
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodPipe) {
    const huge = make('is beyond every number', BEYOND);
    if (isAnyNumber(name)) return [...wrong('a number'), huge];
    const sizes = {
      huge: 1e308,
      'huge and negative': -1e308,
      'more than an integer can be': 2 ** 60,
      'a fraction': 0.5,
    };
    return [
      ...wrong('a number'),
      huge,
      ...Object.entries(sizes).map(([what, value]) => make(`is ${what}`, value)),
    ];
  }
  if (schema instanceof z.ZodBoolean) return wrong('true');
  if (schema instanceof z.ZodArray) {
    const [first] = (good as Body[] | undefined) ?? [];
    const element = opened(schema.element as z.ZodType);
    return [
      ...wrong('an array'),
      ...ofValue(element, first, [...path, 0], bad),
      bad([...path, 0])('is null', null),
    ];
  }
  if (schema instanceof z.ZodDiscriminatedUnion)
    return [...wrong('an object'), ...ofObject(memberFor(schema, good), good, path, bad)];
  if (schema instanceof z.ZodObject)
    return [...wrong('an object'), ...ofObject(schema, expectStatus(good, name), path, bad)];
  if (schema instanceof z.ZodRecord) {
    const [key] = Object.keys(expectStatus(good, name));
    const value = opened(schema.valueType as z.ZodType);
    return [...wrong('an object'), ...ofValue(value, good[key ?? name], [...path, key ?? name], bad)];
  }
  if (schema instanceof z.ZodLiteral) return wrong();
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodUnion) return wrong();
  throw new Error(`testing/bad-values.ts does not know how to spoil ${name}: teach it.`);
}

/** The example must contain a value for its fields to be tested. */
function expectStatus(good: Body, name: string): Body {
  if (good === undefined)
    throw new Error(`The example needs a value for ${name}, so that it can be spoiled.`);
  return good;
}

const SAMPLES: Record<string, unknown> = {
  'a text': MARK,
  // No seeded task has this number.
  'a number': 77,
  true: true,
  'an array': [MARK],
  'an object': { [MARK]: MARK },
  'nested deeply': '@nested deeply@',
};

const BEYOND = '@beyond every number@';

/** Values that JSON.stringify can't write: a number beyond a double, and very deep nesting. */
const asText = (body: unknown) =>
  JSON.stringify(body)
    .replace(JSON.stringify(BEYOND), '1e400')
    .replace('"@nested deeply@"', `${'['.repeat(50_000)}"${MARK}"${']'.repeat(50_000)}`);

function spoiled(good: Body, [step, ...rest]: Path, value: unknown): Body {
  if (step === undefined) return value;
  const copy = typeof step === 'number' ? [...(good ?? [])] : { ...good };
  copy[step] = spoiled(copy[step], rest, value);
  return copy;
}
