import { metricProgress } from './metric-progress.ts';

test.each<[string, number, number, number | undefined, number | null]>([
  ['a rising metric counts from zero', 40, 100, 20, 0.4],
  ['a rising metric without a history counts from zero', 40, 100, undefined, 0.4],
  ['a rising metric above its target is complete', 120, 100, 20, 1],
  ['a falling metric counts from its first value', 11, 9, 14, 0.6],
  ['a falling metric below its target is complete', 8, 9, 14, 1],
  ['a falling metric above its first value has none', 15, 9, 14, 0],
  ['a falling metric without a history is unknown', 11, 9, undefined, null],
  ['a metric that falls to zero counts from its first value', 5, 0, 20, 0.75],
  ['a negative metric counts from its first value', -5, 0, -20, 0.75],
  ['a metric that began at its target of zero is unknown', 0, 0, 0, null],
])('%s', (_what, current, target, first, progress) => {
  expect(metricProgress({ current, target }, first)).toBe(progress);
});
