import { urgencyOf } from './due.ts';

const at = (text: string) => Date.parse(`${text}:00Z`);
const task = (dueDate: string | null, status: 'todo' | 'done' = 'todo') => ({ dueDate, status });

describe('the urgency of a due date', () => {
  test.each([
    ['is none without a date', task(null), null],
    ['is later three days before', task('2026-03-05T00:00:00.000Z'), 'later'],
    ['is soon within two days', task('2026-03-04T00:00:00.000Z'), 'soon'],
    ['is soon until the end of the day', task('2026-03-02T00:00:00.000Z'), 'soon'],
    ['is overdue from the next day', task('2026-03-01T00:00:00.000Z'), 'overdue'],
    ['is never urgent for a closed task', task('2026-03-01T00:00:00.000Z', 'done'), 'later'],
  ])('%s', (_, given, expected) => {
    expect(urgencyOf(given, at('2026-03-02T23:59'))).toBe(expected);
  });
});
