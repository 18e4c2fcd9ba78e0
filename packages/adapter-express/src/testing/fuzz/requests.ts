import type { Operation } from '@tandem/contract';
import fc from 'fast-check';
import * as z from 'zod';
import type { Office } from '../world.ts';
import { CURSOR, EXAMPLE, MARKED, REFERENCES, ref } from './tokens.ts';
import { bodyFor, codePoint, junk, junkName, junkText, parameterFor, text } from './values.ts';

/**
 * The caller: a key of the workspace, the admin of another one, or none. `holder` is the one in the example.
 */
export type By =
  | 'holder'
  | 'other admin'
  | 'nobody'
  | Exclude<keyof Office, 'id' | 'adminWith' | 'as' | 'keyFor' | 'other'>;

/** A planned request; its texts contain tokens. */
export interface Plan {
  readonly by: By;
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body: BodyPlan;
}

export type BodyPlan =
  | { readonly json: unknown }
  | { readonly raw: string }
  | { readonly upload: UploadPlan }
  | 'nothing';

export interface UploadPlan {
  readonly field: string;
  readonly fileName: string;
  readonly type: string;
  readonly content: string;
  /** Number of bytes cut off at the end. */
  readonly cut: number;
  readonly boundary: string;
}

/** Requests for an operation: similar enough to its example to get deep, and wrong in every way. */
export const planFor = (operation: Operation): fc.Arbitrary<Plan> =>
  fc.record({
    by,
    params: paramsFor(operation),
    query: queryFor(operation),
    headers: headersFor(operation),
    body: bodyPlanFor(operation),
  });

const by: fc.Arbitrary<By> = fc.oneof(
  { weight: 20, arbitrary: fc.constant<By>('holder') },
  {
    weight: 5,
    arbitrary: fc.constantFrom<By[]>(
      'admin',
      'person',
      'service',
      'runtime',
      'agent',
      'actingAsPerson',
      'actingAsAgent',
      'other admin',
    ),
  },
  { weight: 1, arbitrary: fc.constant<By>('nobody') },
);

const param: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: fc.constant(EXAMPLE) },
  { weight: 3, arbitrary: fc.constantFrom(...REFERENCES).map(ref) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      MARKED,
      '1',
      '0',
      '-1',
      '1.0',
      '999999999999999999999',
      '..',
      '../../etc/passwd',
      '__proto__',
      'constructor',
      'claim',
      'null',
      '%00',
      '🦉',
      'a\0b',
      `${MARKED}/${MARKED}?x=1#y`,
      'x'.repeat(3_000),
    ),
  },
);

const paramsFor = ({ params }: Operation): fc.Arbitrary<Record<string, string>> =>
  fc.record(Object.fromEntries(Object.keys(params.shape).map((name) => [name, param])));

function queryFor({ query }: Operation): fc.Arbitrary<[string, string][]> {
  const fields = Object.entries(query.shape);
  // About four at a time: one bad value refuses a request with many.
  const absent = Math.max(12, 3 * fields.length);
  const known = fields.map(([field, schema]) => {
    const isObject = schema.safeParse({}).success;
    const name = isObject ? `${field}.team` : field;
    const value = parameterFor(name, isObject ? z.string() : schema);
    return fc.oneof(
      {
        weight: name === 'cursor' ? Math.max(60, absent) : absent,
        arbitrary: fc.constant<[string, string][]>([]),
      },
      { weight: 12, arbitrary: value.map((one): [string, string][] => [[name, one]]) },
      {
        weight: 1,
        arbitrary: fc.tuple(value, value).map((two): [string, string][] => two.map((one) => [name, one])),
      },
    );
  });
  const extras = fc.oneof(
    { weight: 8, arbitrary: fc.constant<[string, string][]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.tuple(
          fc.oneof(
            junkName,
            fc.constantFrom(
              '__proto__[x]',
              'constructor[prototype][x]',
              'limit[]',
              'limit[$gt]',
              'status[0]',
            ),
          ),
          junkText.map((some) => some.slice(0, 500)),
        ),
        { maxLength: 3 },
      ),
    },
  );
  return fc.tuple(fc.tuple(...known), extras).map(([some, more]) => [...some.flat(), ...more]);
}

const ODD = ['', ',', ';;;', '=', '"', '🦉', 'é', '\u00ff', '*', ', '.repeat(500), '9'.repeat(3_000), MARKED];

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  Prefer: ['handling=strict', 'handling=strict', 'handling=lenient', 'wait=5', 'handling="strict"'],
  'Idempotency-Key': [MARKED, 'one', 'two', 'x'.repeat(255), 'x'.repeat(256), ' '],
  Range: [
    'bytes=0-2',
    'bytes=2-',
    'bytes=-2',
    'bytes=9-1',
    'bytes=0-0,2-3',
    `bytes=${'9'.repeat(400)}-`,
    'x=1',
  ],
  'If-None-Match': ['*', '"x"', 'W/"x", "y"', 'W/'.repeat(1_000)],
  'If-Match': ['*', '"x"', 'W/"x"'],
  'If-Range': ['"x"', 'Sat, 01 Jan 2000 00:00:00 GMT'],
  'If-Modified-Since': ['Sat, 01 Jan 2100 00:00:00 GMT'],
  Accept: ['text/html', 'image/*;q=0', '*/*'],
  'Accept-Encoding': ['identity', 'gzip, br;q=x', 'identity;q=0, *;q=0'],
  'Accept-Language': ['de', '*'],
  'Content-Encoding': ['gzip', 'identity', 'br', 'zip'],
  'Content-Type': [
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;',
    'application/ld+json',
    'multipart/form-data',
  ],
  'X-HTTP-Method-Override': ['DELETE', 'GET'],
  'X-Forwarded-For': ['1.2.3.4', MARKED],
  'X-Forwarded-Host': ['evil.example'],
  'X-Request-Id': [MARKED],
  'X-Workspace-Id': [ref('taskId')],
  'Last-Event-ID': [CURSOR, 'latest', '0', ref('taskId')],
  Cookie: [`session=${MARKED}`, 'a'.repeat(3_000)],
  Origin: ['https://evil.example', 'null'],
  Referer: ['https://evil.example'],
  Upgrade: ['h2c'],
};

const CONDITIONS = ['Range', 'If-None-Match', 'If-Match', 'If-Range'];

const headerOf = (names: readonly string[]): fc.Arbitrary<[string, string]> =>
  fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .oneof(
          { weight: 3, arbitrary: fc.constantFrom(...(HEADERS[name] as string[])) },
          { weight: 1, arbitrary: fc.constantFrom(...ODD) },
        )
        .map((value): [string, string] => [name, value]),
    );

const headersFor = ({ responses }: Operation): fc.Arbitrary<[string, string][]> => {
  const some = headerOf(206 in responses ? CONDITIONS : Object.keys(HEADERS));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 3, arbitrary: fc.array(some, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant<[string, string][]>([['Prefer', 'handling=strict']]) },
  );
};

const RAW = [
  '',
  '{',
  'null',
  '[]',
  '[{}]',
  '7',
  '"x"',
  '{"a":1}}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  `${MARKED}=1`,
  '1e400',
];

function bodyPlanFor({ body: small, document, multipart }: Operation): fc.Arbitrary<BodyPlan> {
  const nothing = fc.constant<BodyPlan>('nothing');
  const anyJson = junk.map((json): BodyPlan => ({ json }));
  if (multipart) {
    return fc.oneof(
      { weight: 12, arbitrary: upload.map((some): BodyPlan => ({ upload: some })) },
      { weight: 1, arbitrary: nothing },
      { weight: 1, arbitrary: anyJson },
    );
  }
  const body = small ?? document;
  if (!body) return fc.oneof({ weight: 9, arbitrary: nothing }, { weight: 1, arbitrary: anyJson });
  return fc.oneof(
    { weight: 20, arbitrary: bodyFor(body).map((json): BodyPlan => ({ json })) },
    { weight: 1, arbitrary: nothing },
    { weight: 1, arbitrary: anyJson },
    { weight: 1, arbitrary: fc.constantFrom(...RAW).map((raw): BodyPlan => ({ raw })) },
  );
}

const upload: fc.Arbitrary<UploadPlan> = fc.record({
  field: fc.oneof(
    { weight: 9, arbitrary: fc.constant('file') },
    { weight: 1, arbitrary: fc.constantFrom('other', '', '__proto__', 'file[]', CURSOR) },
  ),
  fileName: fc.oneof(text, junkText),
  type: fc.constantFrom(
    'text/plain',
    'text/html',
    'image/svg+xml',
    '',
    'nonsense',
    `a/${MARKED}`,
    'x/'.repeat(500),
  ),
  content: fc.oneof(
    fc.string({ unit: codePoint }),
    fc.constantFrom('', '--cut', '\r\n--cut--\r\n', 'x'.repeat(90_000)),
  ),
  cut: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(60) }),
  boundary: fc.oneof(
    { weight: 12, arbitrary: fc.constant('cut') },
    { weight: 1, arbitrary: fc.constantFrom('', '"', 'x'.repeat(300), 'other') },
  ),
});
