import fc from 'fast-check';
import {
  countedUsage,
  type DataPoint,
  differingSources,
  growthOf,
  pointKey,
  type SeenPoint,
  withUsage,
} from './measured.ts';
import type { Usage } from './usage.ts';

const point = (more: Partial<DataPoint>): DataPoint => ({
  name: 'inputTokens',
  series: 's',
  temporality: 'cumulative',
  start: '1',
  time: '2',
  value: 0,
  ...more,
});

/** The sum of what the points add, one after the other. */
function sumOf(points: readonly DataPoint[]): number {
  const seen = new Map<string, SeenPoint>();
  let sum = 0;
  for (const each of points) {
    const [growth, now] = growthOf(seen.get(pointKey(each)), each);
    seen.set(now.key, now);
    sum += growth;
  }
  return sum;
}

/** What a program used between its exports; a program that starts again begins a new list. */
const used = fc.array(fc.array(fc.nat(1_000), { maxLength: 6 }), { maxLength: 4 });

/** The exports of programs that start one after the other. */
function exportsOf(programs: readonly (readonly number[])[], temporality: DataPoint['temporality']) {
  let time = 0;
  return programs.flatMap((steps) => {
    const first = ++time;
    let total = 0;
    return steps.map((step) => {
      const start = String(temporality === 'delta' ? time : first);
      total += step;
      return point({
        temporality,
        start,
        time: String(++time),
        value: temporality === 'delta' ? step : total,
      });
    });
  });
}

const total = (programs: readonly (readonly number[])[]) =>
  programs.flat().reduce((sum, step) => sum + step, 0);

test.each(['delta', 'cumulative'] as const)(
  'adds up %s exports exactly, however often and in whatever order they arrive',
  (temporality) => {
    const arriving = used.chain((programs) => {
      const sent = exportsOf(programs, temporality);
      const all = fc.shuffledSubarray(sent, { minLength: sent.length });
      return fc.tuple(fc.constant(programs), all, fc.subarray(sent));
    });
    fc.assert(
      fc.property(arriving, ([programs, sent, again]) => {
        expect(sumOf([...sent.slice(0, 1), ...again, ...sent])).toBe(total(programs));
      }),
    );
  },
);

test('a smaller cumulative value of an unknown start counts in full if it is later', () => {
  const at = (time: string, value: number) => point({ start: '0', time, value });
  expect(sumOf([at('10', 100), at('9', 40), at('11', 30), at('12', 50)])).toBe(150);
});

test.each<[Usage, Usage, boolean]>([
  [{ costUsd: 1 }, { costUsd: 1.1 }, false],
  [{ costUsd: 1 }, { costUsd: 1.2 }, true],
  [{ costUsd: 0 }, { costUsd: 1 }, true],
  [{ costUsd: 0 }, { costUsd: 0 }, false],
  [{ tokens: 5 }, { costUsd: 1 }, false],
  [{ tokens: 5, outputTokens: 9 }, { outputTokens: 7 }, true],
])('the sources %j and %j are shown side by side: %s', (reported, measured, isShown) => {
  const sources = { reported, measured };
  expect(differingSources(sources)).toEqual(isShown ? sources : null);
});

test('the larger number of each name counts; reported totals never shrink, measured numbers add up', () => {
  let sources = withUsage({ reported: {}, measured: {} }, 'reported', { costUsd: 3, tokens: 7 });
  sources = withUsage(sources, 'measured', { costUsd: 2, inputTokens: 1 });
  expect(countedUsage(sources)).toEqual({ costUsd: 3, tokens: 7, inputTokens: 1 });
  sources = withUsage(withUsage(sources, 'measured', { costUsd: 2 }), 'reported', { costUsd: 1 });
  expect(countedUsage(sources)).toEqual({ costUsd: 4, tokens: 7, inputTokens: 1 });
  expect(sources).toEqual({
    reported: { costUsd: 3, tokens: 7 },
    measured: { costUsd: 4, inputTokens: 1 },
  });
});
