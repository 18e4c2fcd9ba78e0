import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { contract, Operation } from '@tandem/contract';
import type * as z from 'zod';
import { generated } from '../generator/generate.ts';
import { ROWS } from '../generator/rows.ts';
import { createClient, type Operations } from './index.ts';

const ROOT = resolve(__dirname, '../../..');

test('the committed files match the output of `npm run generate -w packages/client`', () => {
  const files = generated(join(ROOT, 'node_modules/@biomejs/biome/bin/biome'));
  for (const [name, text] of Object.entries(files)) {
    expect({ name, same: readFileSync(join(__dirname, name), 'utf8') === text }).toEqual({
      name,
      same: true,
    });
  }
});

test('the client has every operation of the contract', () => {
  const tandem = createClient({ url: 'http://127.0.0.1:1' }) as unknown as Record<
    string,
    Record<string, unknown>
  >;
  expect(ROWS.length).toBeGreaterThan(100);
  for (const [group, name, { id }] of ROWS) {
    expect(id).toBe(`${group}.${name}`);
    expect([id, typeof tandem[group]?.[name]]).toEqual([id, 'function']);
  }
});

type Contract = typeof contract;

/** The type without readonly modifiers. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : { -readonly [Field in keyof T]: Plain<T[Field]> };

type Same<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;

/**
 * Files and streams are not described by schemas, nor are all fields of imported records. The days of usage and the times of task lists accept both forms of a date, but their
 * schema's output is milliseconds.
 */
interface Unlike {
  readonly answer: 'files.content' | 'events.stream' | 'exports.read';
  readonly input:
    | 'files.upload'
    | 'usage.list'
    | 'tasks.list'
    | 'tasks.counts'
    | 'imports.add'
    | 'imports.preview';
}

type Success = 200 | 201 | 204;
type Body<Schema> = Schema extends z.ZodType ? z.infer<Schema> : Schema;
type AnswerOfRow<Row> =
  Row extends Operation<infer _P, infer _Q, infer _B, infer Responses>
    ? Body<Responses[keyof Responses & Success]>
    : never;

/** The input of a method after its path parameters. */
type Given<Parameters extends unknown[]> =
  Required<Parameters> extends [infer First, ...infer Rest]
    ? First extends string | number
      ? Given<Rest>
      : Rest extends []
        ? undefined
        : First
    : never;

/** The body without fields that are always rejected. */
type Offered<Body> = Body extends { status?: unknown }
  ? unknown extends Body['status']
    ? Omit<Body, 'status'>
    : Body
  : Body;
/** The query with parsed types. */
type QueryOf<Query extends z.ZodObject> = Flat<
  { [Name in Needed<Query>]: z.output<Query>[Name] } & {
    [Name in Exclude<keyof z.output<Query>, Needed<Query>>]?: z.output<Query>[Name] | undefined;
  }
>;
type Needed<Query extends z.ZodObject> = {
  [Name in keyof z.output<Query>]: undefined extends z.input<Query>[Name & keyof z.input<Query>]
    ? never
    : Name;
}[keyof z.output<Query>];
type Flat<Of> = { [Name in keyof Of]: Of[Name] };
type InputOfRow<Row> =
  Row extends Operation<infer _P, infer Query, infer Body, infer _R, infer _I, infer Document>
    ? Body extends z.ZodObject
      ? Offered<z.input<Body>>
      : Document extends z.ZodObject
        ? z.input<Document>
        : keyof Query['shape'] extends never
          ? undefined
          : QueryOf<Query>
    : never;

// biome-ignore lint/suspicious/noExplicitAny: any method at all.
type Method = (...given: any[]) => unknown;

/** The operations whose types differ. */
type Differing<Of extends 'answer' | 'input'> = {
  [Group in keyof Contract & keyof Operations]: {
    [Name in keyof Contract[Group] & keyof Operations[Group] & string]: `${Group}.${Name}` extends Unlike[Of]
      ? never
      : Operations[Group][Name] extends Method
        ? Same<
            Of extends 'answer'
              ? Awaited<ReturnType<Operations[Group][Name]>>
              : Given<Parameters<Operations[Group][Name]>>,
            Of extends 'answer' ? AnswerOfRow<Contract[Group][Name]> : InputOfRow<Contract[Group][Name]>
          > extends true
          ? never
          : `${Group}.${Name}`
        : `${Group}.${Name} is missing`;
  }[keyof Contract[Group] & keyof Operations[Group] & string];
}[keyof Contract & keyof Operations];

type Missing = Exclude<keyof Contract, keyof Operations>;

// Checked by the compiler (`npm run check`): the error names the operation that differs.
const missing: [Missing] extends [never] ? true : Missing = true;
const answers: [Differing<'answer'>] extends [never] ? true : Differing<'answer'> = true;
const inputs: [Differing<'input'>] extends [never] ? true : Differing<'input'> = true;

test('the types of inputs and responses match those of the rows', () => {
  expect([missing, answers, inputs]).toEqual([true, true, true]);
});
