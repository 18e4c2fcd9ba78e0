import { momentOf } from './values.ts';

test('a date means the start of that day in UTC, unless it has a time', () => {
  expect(momentOf('2027-01-31')).toBe(Date.UTC(2027, 0, 31));
  expect(momentOf('2027-01-31T12:30Z')).toBe(Date.UTC(2027, 0, 31, 12, 30));
  expect(momentOf('2027-01-31T12:30:15+02:00')).toBe(Date.UTC(2027, 0, 31, 10, 30, 15));
});

test('reads milliseconds since 1970', () => {
  expect(momentOf('1801396800000')).toBe(1_801_396_800_000);
});

test('a time from now is relative to the clock', () => {
  const now = Date.now();
  expect(momentOf('+3d') - now).toBeGreaterThanOrEqual(3 * 86_400_000);
  expect(momentOf('+90m') - now).toBeLessThan(90 * 60_000 + 5_000);
});

test.each(['2027-02-31', '31.1.2027', 'tomorrow', '+3', '+3y', '3d', '', '+9999999d'])(
  'rejects %j as a date',
  (text) => {
    expect(() => momentOf(text)).toThrow(/must be a date/);
  },
);
