import { dateProblem, FIRST_DATE, futureDateProblem, LAST_DATE } from './date.ts';

const MIDNIGHT = Date.UTC(2026, 2, 1);
const NINE = Date.UTC(2026, 2, 1, 9);

test.each([0, -1, NINE, NINE / 1000, FIRST_DATE, LAST_DATE, null, undefined])(
  '%s is a valid date',
  (value) => {
    expect(dateProblem(value)).toBeUndefined();
  },
);

test.each([
  0.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  'soon',
  '',
  '9'.repeat(400),
  '2026',
  '2026-02-30',
  '2026-13-01',
  '2026-03-01T25:00Z',
  '2026-03-01T09:00+99:00',
  '01/03/2026',
  true,
  {},
  [NINE],
])('%j is not a date, and gets no suggestion', (value) => {
  expect(dateProblem(value)).toBe(
    'must be milliseconds since 1970: a number, and an integer within the range of dates',
  );
});

test.each([
  ['2026-03-01', MIDNIGHT],
  ['2026-03-01T00:00:00Z', MIDNIGHT],
  ['2026-03-01T09:00:00.000Z', NINE],
  ['2026-03-01t09:00z', NINE],
  ['2026-03-01 09:00:00', NINE],
  ['2026-03-01T09:00:00.123456', NINE + 123],
  ['2026-03-01T11:00:00+02:00', NINE],
  ['2026-03-01T06:30-0230', NINE],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['1969-12-31T23:59:59.999Z', -1],
  ['9999-12-31T23:59:59.999Z', LAST_DATE],
])('%s is not a date, but its problem names %s', (value, number) => {
  expect(dateProblem(value)).toBe(`must be milliseconds since 1970; the date given is ${number}`);
});

test.each([
  ['milliseconds in quotes', String(NINE), NINE],
  ['seconds in quotes', String(NINE / 1000), NINE],
  ['a small number in quotes', '0', 0],
  ['seconds with a fraction', NINE / 1000 + 0.5, NINE + 500],
  ['milliseconds with a fraction', NINE + 0.25, NINE],
  ['nanoseconds', NINE * 1e6, NINE],
])('%s are not dates, but the problem names %s', (_what, value, number) => {
  expect(dateProblem(value)).toBe(`must be milliseconds since 1970; the date given is ${number}`);
});

test.each([
  FIRST_DATE - 1,
  LAST_DATE + 1,
  8.64e15,
  1e300,
  '+010000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59-02:00',
])('%s is outside the accepted years', (value) =>
  expect(dateProblem(value)).toBe('must be in the years 0000 to 9999'),
);

describe('a future date', () => {
  test('a future date can be omitted, or must be later than now', () => {
    for (const value of [undefined, null, NINE + 1]) expect(futureDateProblem(value, NINE)).toBeUndefined();
    for (const value of [NINE, 0, -1]) expect(futureDateProblem(value, NINE)).toBe('must be in the future');
    expect(futureDateProblem(0.5, NINE)).toMatch(/^must be milliseconds since 1970/);
  });

  test('a date in seconds that would be in the future gets its milliseconds suggested', () => {
    expect(futureDateProblem(NINE / 1000 + 60, NINE)).toBe(
      `must be in the future, in milliseconds since 1970; perhaps you meant ${NINE + 60_000}`,
    );
    expect(futureDateProblem(NINE / 1000 - 60, NINE)).toBe('must be in the future');
  });
});
