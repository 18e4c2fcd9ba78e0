import type { Event } from '@tandem/client';
import { measured } from './measured.ts';

const event = (at: string, type: Event['type'], from?: object, to?: object): Event => ({
  id: at,
  seq: 1,
  type,
  at,
  actor: { type: 'human', id: 'a', name: 'ada' },
  entity: { type: 'goal', id: 'g', title: 'Fast' },
  ...(to && {
    changes: [{ field: 'metric', from: from ? JSON.stringify(from) : null, to: JSON.stringify(to) }],
  }),
});
const metric = (current: number) => ({ current, target: 10, unit: 's' });

describe('the history of a metric', () => {
  test('the history of a metric follows from its events, starting with the initial value', () => {
    expect(
      measured([
        event('2026-11-01', 'goal.created'),
        event('2026-11-02', 'goal.verified', metric(1), metric(4)),
        event('2026-11-03', 'goal.updated'),
        event('2026-11-04', 'goal.updated', metric(4), metric(7)),
      ]),
    ).toStrictEqual([
      { at: '2026-11-01', current: 1, target: 10 },
      { at: '2026-11-02', current: 4, target: 10 },
      { at: '2026-11-04', current: 7, target: 10 },
    ]);
  });

  test('the history of a metric begins with the first known change when older events are pruned', () => {
    expect(measured([event('2026-11-02', 'goal.verified', metric(1), metric(4))])).toStrictEqual([
      { at: '2026-11-02', current: 4, target: 10 },
    ]);
  });

  test('the history of a goal without a metric is empty', () => {
    expect(measured([event('2026-11-01', 'goal.created')])).toStrictEqual([]);
  });
});
