import { operations } from '@tandem/contract';
import * as z from 'zod';
import { contradictions } from '../testing/document.ts';

/*
 * All tests check responses against the schemas of the rows (testing/check-answer.ts). This test checks the schemas
 * against the published document: each enumerated value, null and omission of each field in turn.
 */

/** Valid values of a schema; the first is complete. */
function samples(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodNullable) return [...samples(schema.unwrap() as z.ZodType), null];
  if (schema instanceof z.ZodOptional) return [...samples(schema.unwrap() as z.ZodType), undefined];
  if (schema instanceof z.ZodEnum) return [...schema.options];
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodBoolean) return [true, false];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => samples(option as z.ZodType));
  if (schema instanceof z.ZodArray) {
    const lists = samples(schema.element as z.ZodType).flatMap((entry) => [[entry], [entry, entry]]);
    return [...lists, []].filter((list) => schema.safeParse(list).success);
  }
  if (schema instanceof z.ZodRecord) return samplesOfRecord(schema);
  if (schema instanceof z.ZodObject) return samplesOf(schema.shape as Record<string, z.ZodType>);
  if (schema.meta()?.format === 'date') return ['2026-03-01'];
  return ['text', '2026-03-01T09:00:00.000Z', 7, 0.5, {}].filter((value) => schema.safeParse(value).success);
}

/** Objects with one kind of value: with all names of an enumeration, or with any name and none. */
function samplesOfRecord({ keyType, valueType }: z.ZodRecord): unknown[] {
  const names = keyType instanceof z.ZodEnum ? keyType.options : ['name'];
  const all = samples(valueType as z.ZodType).map((value) =>
    Object.fromEntries(names.map((name) => [name, value])),
  );
  return keyType instanceof z.ZodEnum ? all : [...all, {}];
}

/** A complete object, and one more for each further value of its fields. */
function samplesOf(shape: Record<string, z.ZodType>): unknown[] {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, values: samples(schema) }));
  const complete = Object.fromEntries(fields.map(({ name, values: [first] }) => [name, first]));
  return [
    complete,
    ...fields.flatMap(({ name, values }) => values.slice(1).map((value) => ({ ...complete, [name]: value }))),
  ];
}

const answers = operations.flatMap((operation) =>
  Object.entries(operation.responses).flatMap(([status, schema]) =>
    schema instanceof z.ZodObject
      ? [[`${operation.id} ${status}`, operation, Number(status), schema] as const]
      : [],
  ),
);

test.each(answers)(
  'the document accepts every possible response of %s',
  (_name, operation, status, schema) => {
    const found = samples(schema).flatMap((value) => {
      const body = JSON.parse(JSON.stringify(value));
      expect(schema.safeParse(body).error?.issues).toBeUndefined();
      return contradictions(operation, status, body);
    });
    expect([...new Set(found)]).toEqual([]);
  },
);

test('the document rejects a wrong response', () => {
  const list = operations.find(({ id }) => id === 'labels.list');
  expect(list && contradictions(list, 200, { data: [{ id: 7 }], cursor: null })).not.toEqual([]);
});
