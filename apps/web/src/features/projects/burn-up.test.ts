import { burnUp } from './burn-up.ts';

const at = (text: string) => new Date(text).getTime();
const task = (created: string, completed: string | null = null, status = 'todo') => ({
  status,
  createdAt: new Date(created).toISOString(),
  completedAt: completed && new Date(completed).toISOString(),
});

describe('the burn-up of a project', () => {
  test('the burn-up counts a task from its creation day, and as done from its completion day', () => {
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

  test('the burn-up omits canceled tasks', () => {
    const { scope } = burnUp(
      [task('2026-11-01T09:00'), task('2026-11-01T09:00', null, 'canceled')],
      at('2026-11-01T12:00'),
    );
    expect(scope).toStrictEqual([1]);
  });

  test('the burn-up without tasks is one empty day, today', () => {
    expect(burnUp([], at('2026-11-01T12:00'))).toStrictEqual({
      times: [at('2026-11-01T00:00')],
      scope: [0],
      done: [0],
    });
  });

  test('the burn-up includes the days of a clock change', () => {
    const { times } = burnUp([task('2026-10-24T12:00')], at('2026-10-27T12:00'));
    expect(times.map((time) => new Date(time).getHours())).toStrictEqual([0, 0, 0, 0]);
  });
});
