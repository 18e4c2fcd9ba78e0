import { operations } from '@tandem/contract';
import fc from 'fast-check';
import * as z from 'zod';
import { BEYOND, CURSOR, DEEP, EXAMPLE, KEPT, MARKED, REFERENCES, ref } from './tokens.ts';

type Any = fc.Arbitrary<unknown>;

/** An unused ULID. */
const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Alternating combining marks, which are slow to normalize. */
const COMBINING = '\u0316\u0301';

const long = (length: number) => MARKED + '🦉x'.repeat(Math.ceil(length / 2)).slice(0, length);

/** Plausible texts: names, titles, references, dates and similar. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(MARKED) },
  { weight: 2, arbitrary: fc.constant(KEPT) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }).map((some) => MARKED + some) },
  { weight: 3, arbitrary: fc.constantFrom(...REFERENCES).map(ref) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      `${MARKED}@example.org`,
      `https://example.org/${MARKED}`,
      '#6B7280',
      'ada',
      'bob',
      'BOB',
      'Bob Stone',
      'scout',
      'seed',
      'SEED',
      'Go on',
      'reply',
      'unassigned',
      'operator',
      UNKNOWN,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(40, 41, 64, 65, 120, 121, 255, 500, 501, 20_001).map(long) },
);

/** Like the unit `binary` of fast-check, which keeps a table of all its values. */
export const codePoint = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

/** Texts that are rarely valid. */
export const junkText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' \t\n',
    '\u00a0\u3000',
    `${MARKED}\0`,
    `${MARKED}\ud83e`,
    `\udd89${MARKED}`,
    `${MARKED}\u202Egnp.exe`,
    `${MARKED}\r\nSet-Cookie: a=b`,
    `../../${MARKED}`,
    `${MARKED}' OR 1=1 --`,
    `%00${MARKED}`,
    `\${${MARKED}}{{${MARKED}}}`,
    `<script>${MARKED}</script>`,
    '__proto__',
    'constructor',
    'toString',
    'NaN',
    'Infinity',
    '-0',
    '1e309',
    '0x10',
    'null',
    'undefined',
    'true',
    '[object Object]',
    MARKED + COMBINING.repeat(500),
    MARKED + 'x'.repeat(120_000),
  ),
  fc.string({ unit: codePoint, maxLength: 20 }).map((some) => MARKED + some),
);

const JUNK_NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  7,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  8.64e15,
  8.64e15 + 1,
];

/** Unknown field names. */
export const junkName: fc.Arbitrary<string> = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  '',
  '0',
  'a.b',
  'id',
  'status',
  'workspaceId',
  'role',
  'título',
  '🦉',
  'nul\0',
  'half\ud83e',
  'x'.repeat(3_000),
);

/** Any JSON value. */
export const junk: Any = fc.oneof(
  { weight: 3, arbitrary: junkText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...JUNK_NUMBERS, BEYOND, null, true, false, DEEP) },
  { weight: 1, arbitrary: fc.array(junkText, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.constant(MARKED), { minLength: 51, maxLength: 200 }) },
  { weight: 1, arbitrary: objectFrom(fc.array(fc.tuple(junkName, junkText), { maxLength: 3 })) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Supports a field named `__proto__`. */
function objectFrom(entries: fc.Arbitrary<[string, unknown][]>): Any {
  return entries.map((pairs) => Object.fromEntries(pairs));
}

/** Means an omitted field. */
const OUT = Symbol('left out');

/** A body for a schema: its example, with some values replaced by plausible ones, junk and extra fields. */
export function bodyFor(schema: z.ZodObject): Any {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, inner]) => {
    const required = !(inner instanceof z.ZodOptional);
    return fc
      .oneof(
        { weight: 16, arbitrary: fc.constant<unknown>(EXAMPLE) },
        { weight: 5, arbitrary: valueFor(inner) },
        { weight: required ? 1 : 8, arbitrary: fc.constant<unknown>(OUT) },
        { weight: 1, arbitrary: junk },
      )
      .map((value): [string, unknown] => [name, value]);
  });
  const extras = fc.oneof(
    { weight: 8, arbitrary: fc.constant<[string, unknown][]>([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(junkName, junk), { minLength: 1, maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc.constant([
        ['__proto__', { admin: true, scopes: ['full'] }],
        ['x', 1],
      ] as [string, unknown][]),
    },
  );
  return objectFrom(
    fc
      .tuple(fc.tuple(...fields), extras)
      .map(([known, more]) => [...known.filter(([, value]) => value !== OUT), ...more]),
  );
}

/** Values that match a schema, though not always the rules behind it. */
export function valueFor(schema: z.ZodType): Any {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return valueFor(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodCatch) return fc.oneof(valueFor(schema.unwrap() as z.ZodType), junk);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodNullable)
    return fc.oneof(fc.constant(null), valueFor(schema.unwrap() as z.ZodType));
  if (schema instanceof z.ZodUnion)
    return fc.oneof(...(schema.options as z.ZodType[]).map((option) => valueFor(option)));
  if (schema instanceof z.ZodPipe) return valueFor(schema.in as z.ZodType);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...(schema.options as string[]));
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber)
    return fc.constantFrom(0, 1, 2, 3, 5, 60, 600, 601, -1, 1_000_000, 1_772_355_600_000);
  if (schema instanceof z.ZodString) return text;
  if (schema instanceof z.ZodArray) return fc.array(valueFor(schema.element as z.ZodType), { maxLength: 3 });
  if (schema instanceof z.ZodObject) return bodyFor(schema);
  if (schema instanceof z.ZodRecord) {
    const values = fc.oneof(valueFor(schema.valueType as z.ZodType), junk);
    return objectFrom(fc.array(fc.tuple(fc.oneof(junkName, fc.string()), values), { maxLength: 25 }));
  }
  if (schema instanceof z.ZodUnknown) return junk;
  throw new Error(`testing/fuzz/values.ts does not know how to make a ${schema.type}: teach it.`);
}

/** All words of all enumerations in the contract, and other query values. */
const WORDS: readonly string[] = [
  ...new Set([
    ...operations.flatMap(({ body, query }) => [body, query].flatMap(wordsOf)),
    'my-chats',
    'true',
    'false',
    '0',
    '1',
    '2',
    '100',
    '00007',
    '99999999999999999999999',
    'todo,done',
    'p0, p1,p1',
    'xs,xl',
    'a,b,,c',
    'unassigned',
    'ada',
    'Bob Stone',
    'seed',
    MARKED,
    ...REFERENCES.map(ref),
    'task.created',
    '*',
    'chat.turn.completed, key.revoked',
    'latest',
    CURSOR,
    `task:${ref('taskId')}`,
    `chat:${ref('chatId')}`,
  ]),
];

function wordsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return wordsOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return wordsOf(schema.in);
  if (schema instanceof z.ZodArray) return wordsOf(schema.element);
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).flatMap(wordsOf);
  return schema instanceof z.ZodEnum ? (schema.options as string[]) : [];
}

/** Texts for a query parameter, most of which match its schema. */
export function parameterFor(name: string, schema: z.ZodType): fc.Arbitrary<string> {
  if (name === 'cursor') return cursor;
  const good = WORDS.filter((word) => schema.safeParse(word).success);
  if (good.length === 0) throw new Error(`testing/fuzz/values.ts has no word for the parameter ${name}.`);
  return fc.oneof(
    { weight: 18, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
    { weight: 1, arbitrary: junkText.map((some) => some.slice(0, 2_000)) },
  );
}

const inBase64 = (value: string) => Buffer.from(value).toString('base64url');

/** Cursors: real ones, mostly of other lists; modified ones; and fakes. */
const cursor: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(CURSOR) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      `${CURSOR}A`,
      `A${CURSOR}`,
      `${CURSOR}=`,
      CURSOR + CURSOR,
      inBase64('[]'),
      inBase64('["",0]'),
      inBase64('[null,null]'),
      inBase64('{"__proto__":[]}'),
      inBase64('['.repeat(1_000)),
      inBase64('[1e400,1e400]'),
    ),
  },
  { weight: 1, arbitrary: junkText.map((some) => some.slice(0, 2_000)) },
);
