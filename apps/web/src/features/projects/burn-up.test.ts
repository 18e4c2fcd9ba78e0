import { burnUp } from './burn-up.ts';

const at = (text: string) => new Date(text).getTime();
const task = (created: string, completed: string | null = null, status = 'todo') => ({
  status,
  createdAt: new Date(created).toISOString(),
  completedAt: completed && new Date(completed).toISOString(),
});

describe('The burn-up of a project', () => {
  test('counts a task from the day it was made, and as done from the day it was done', () => {
    const { times, scope, done } = burnUp(
      [
        task('2026-11-01T09:00'),
        task('2026-11-01T23:59', '2026-11-03T00:00', 'done'),
        task('2026-11-03T10:00', '2026-11-03T11:00', 'done'),
      ],
      at('2026-11-04T12:00'),
    );
    expect(times).toStrictEqual(
      ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'].map((day) => at(`${day}T00:00`)),
    );
    expect(scope).toStrictEqual([2, 2, 3, 3]);
    expect(done).toStrictEqual([0, 0, 2, 2]);
  });

  test('leaves canceled tasks out', () => {
    const { scope } = burnUp(
      [task('2026-11-01T09:00'), task('2026-11-01T09:00', null, 'canceled')],
      at('2026-11-01T12:00'),
    );
    expect(scope).toStrictEqual([1]);
  });

  test('of no tasks is today with nothing', () => {
    expect(burnUp([], at('2026-11-01T12:00'))).toStrictEqual({
      times: [at('2026-11-01T00:00')],
      scope: [0],
      done: [0],
    });
  });

  test('goes on through days on which a clock is set', () => {
    const { times } = burnUp([task('2026-10-24T12:00')], at('2026-10-27T12:00'));
    expect(times.map((time) => new Date(time).getHours())).toStrictEqual([0, 0, 0, 0]);
  });
});
