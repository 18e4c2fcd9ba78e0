import * as z from 'zod';
import { unknownFields, unknownProblems } from './unknown-fields.ts';
import { validate } from './validation.ts';

/** The number of entries that were validated. */
let judged = 0;
const even = z.number().refine((n) => {
  judged++;
  return n % 2 === 0;
}, 'must be even');
const schema = z.object({
  title: z.string(),
  list: z.array(even).optional(),
  rows: z.array(z.object({ n: even, deep: z.array(even).optional() })).optional(),
  record: z.record(z.string(), even).nullable().optional(),
});

const problemsOf = (value: object) => {
  judged = 0;
  const result = validate(schema, { title: 'A', ...value });
  return 'problems' in result ? result.problems : {};
};

const times = <T>(count: number, each: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => each(i));

test('returns the parsed value of a valid request, with lists of any allowed length', () => {
  const value = { title: 'A', list: times(2_000, () => 2), record: { a: 2 } };
  expect(validate(schema, value)).toEqual({ data: value });
});

test('reports the path of a wrong entry in short and long lists', () => {
  expect(problemsOf({ list: [2, 1] })).toEqual({ 'list.1': ['must be even'] });
  expect(problemsOf({ list: [...times(500, () => 2), 'x'] })).toEqual({ 'list.500': ['must be a number'] });
  expect(problemsOf({ rows: [...times(30, () => ({ n: 2 })), { n: 1 }, {}] })).toEqual({
    'rows.30.n': ['must be even'],
    'rows.31.n': ['is required'],
  });
  expect(problemsOf({ record: Object.fromEntries(times(30, (i) => [`m${i}`, i === 7 ? 1 : 2])) })).toEqual({
    'record.m7': ['must be even'],
  });
});

test('validates only the first of very many wrong entries', () => {
  for (const [value, last] of [
    [{ list: times(2_000, () => 1) }, 'list.19'],
    [{ rows: times(2_000, () => ({ n: 1 })) }, 'rows.19.n'],
    [{ rows: [{ n: 2, deep: times(2_000, () => 1) }] }, 'rows.0.deep.19'],
    [{ record: Object.fromEntries(times(2_000, (i) => [`m${i}`, 1])) }, 'record.m19'],
  ] as const) {
    const problems = problemsOf(value);
    expect(Object.keys(problems)).toHaveLength(20);
    expect(problems[last]).toEqual(['must be even']);
    expect(judged).toBeLessThan(50);
  }
});

test('rejects a list above the maximum length without validating its entries', () => {
  for (const value of [
    { list: times(2_001, () => 1) },
    { record: Object.fromEntries(times(2_001, (i) => [`m${i}`, 1])) },
  ]) {
    const [field] = Object.keys(value);
    expect(problemsOf(value)).toEqual({ [field as string]: ['must have at most 2000 entries'] });
    expect(judged).toBe(0);
  }
});

test('reports the first unknown fields at any depth, with the closest known field', () => {
  const rows = times(100, () => ({ n: 2, m: 1, deep: [] }));
  const unknown = unknownProblems(unknownFields(schema, { titel: 'A', rows }));
  expect(Object.keys(unknown)).toHaveLength(20);
  expect(unknown).toMatchObject({
    titel: ['is not recognized; perhaps you meant title'],
    'rows.18.m': ['is not recognized; perhaps you meant n'],
  });
});
