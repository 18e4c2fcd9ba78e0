import { dayOf, endOfDay, periodsOf } from './days.ts';

test('a day begins at midnight in UTC, and ends where the next one begins', () => {
  expect(dayOf(Date.parse('2026-03-01T00:00:00.000Z'))).toBe('2026-03-01');
  expect(dayOf(Date.parse('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01');
  expect(new Date(endOfDay('2026-02-28')).toISOString()).toBe('2026-03-01T00:00:00.000Z');
});

test('times in years of more than four digits count as the first or the last day', () => {
  expect([dayOf(-8.64e15), dayOf(8.64e15)]).toEqual(['0000-01-01', '9999-12-31']);
});

test('ranges split into whole months and the days around them', () => {
  expect(periodsOf('2026-01-30', '2026-04-02')).toEqual([
    '2026-01-30',
    '2026-01-31',
    '2026-02',
    '2026-03',
    '2026-04-01',
    '2026-04-02',
  ]);
  expect(periodsOf('2024-02-01', '2024-02-29')).toEqual(['2024-02']);
  expect(periodsOf('2024-02-01', '2024-02-28')).toHaveLength(28);
  expect(periodsOf('2026-03-05', '2026-03-05')).toEqual(['2026-03-05']);
  expect(periodsOf('2026-03-05', '2026-03-04')).toEqual([]);
  expect(periodsOf('2016-01-02', '2026-12-30').length).toBeLessThan(60 + 11 * 12);
});
