import { jsonForm } from './json-form.ts';

const formOf = (text: string, limits = { levels: 100, parts: 100 }) => jsonForm(Buffer.from(text), limits);

test.each<[string, number, number]>([
  ['7', 0, 0],
  ['{}', 1, 1],
  ['{"a":1,"b":[{"c":2},{"d":{}}]}', 4, 9],
  ['[[[]],[]]', 3, 4],
  ['{"[{:":"]}:,\\"[{\\\\"}', 1, 2],
  ['{"ü:":"🦉["}', 1, 2],
])('the JSON %s has %i levels and %i parts', (text, levels, parts) => {
  expect(formOf(text, { levels, parts }).excess).toBeNull();
  if (levels > 0) expect(formOf(text, { levels: levels - 1, parts }).excess?.of).toBe('levels');
  if (parts > 0) expect(formOf(text, { levels, parts: parts - 1 }).excess?.of).toBe('parts');
});

test.each([
  ['{"a":[],"b":{"c":[]}}', 'b'],
  ['{"a":"[","\\u00fc\\"" : [ [ ] ] }', 'ü"'],
  ['{"a":1}', null],
  ['[[[]]]', 'body'],
  ['{"b', null],
  [':[[[', 'body'],
])('the JSON %s is nested too deep in %s', (text, field) => {
  expect(formOf(text, { levels: 2, parts: 100 }).excess?.field ?? null).toBe(field);
});

test.each([
  ['{"a":1,"b":{"c":1}}', 'b'],
  ['{"a":1,"b":2,"c":3}', 'body'],
])('the JSON %s has too many parts in %s', (text, field) => {
  expect(formOf(text, { levels: 100, parts: 3 }).excess).toEqual({ of: 'parts', field });
});

test.each(['"\\u0000"', '"a\\ud83e"', '"\\uDD89"', '{"\\ud83e\\udd89":1}', '"\\\\\\u0000"'])(
  'the JSON %s may contain a NUL or a lone surrogate',
  (text) => {
    expect(formOf(text).doubtful).toBe(true);
  },
);

test.each(['"plain"', '"\\u0041"', '"\\u00d8"', '"\\ud7ff"', '"\\ue000"', '"\\\\u0000"', '"\\n\\"ud83e"'])(
  'the JSON %s contains neither a NUL nor a lone surrogate',
  (text) => {
    expect(formOf(text).doubtful).toBe(false);
  },
);
