import { operations } from '@tandem/contract';
import { z } from 'zod';
import { contradictions } from '../testing/document.ts';

/*
 * The tests hold every answer against the schema of its row (testing/check-answer.ts). Here every value that such a
 * schema takes is held against the published document: each enumerated value, null and absence of each field in turn.
 */

/** Some values that a schema takes, the first of which is complete. */
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

/** Objects of one kind of value: with every name of an enumeration, or with any name and with none. */
function samplesOfRecord({ keyType, valueType }: z.ZodRecord): unknown[] {
  const names = keyType instanceof z.ZodEnum ? keyType.options : ['name'];
  const all = samples(valueType as z.ZodType).map((value) =>
    Object.fromEntries(names.map((name) => [name, value])),
  );
  return keyType instanceof z.ZodEnum ? all : [...all, {}];
}

/** A complete object, and as many others as there are further values of its fields. */
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

test.each(answers)('the document takes whatever %s may answer', (_name, operation, status, schema) => {
  const found = samples(schema).flatMap((value) => {
    const body = JSON.parse(JSON.stringify(value));
    expect(schema.safeParse(body).error?.issues).toBeUndefined();
    return contradictions(operation, status, body);
  });
  expect([...new Set(found)]).toEqual([]);
});

test('a wrong answer contradicts the document', () => {
  const list = operations.find(({ id }) => id === 'labels.list');
  expect(list && contradictions(list, 200, { data: [{ id: 7 }], cursor: null })).not.toEqual([]);
});
