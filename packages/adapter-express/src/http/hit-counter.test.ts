import { hitCounter } from './hit-counter.ts';

let now: number;
let hit: ReturnType<typeof hitCounter>;
beforeEach(() => {
  now = 5;
  hit = hitCounter({ windowMs: 100, steadyMs: () => now });
});

test('hits are counted per key', () => {
  expect([hit('a').hits, hit('a').hits, hit('b').hits, hit('a').hits]).toEqual([1, 2, 1, 3]);
});

test('a window begins with the first hit of a key, and the next one with the next hit', () => {
  now = 80;
  expect(hit('a')).toEqual({ hits: 1, resetMs: 100 });
  now = 179;
  expect(hit('a')).toEqual({ hits: 2, resetMs: 1 });
  now = 180;
  expect(hit('a')).toEqual({ hits: 1, resetMs: 100 });
});

test('a busy window ends on time', () => {
  const counts = Array.from({ length: 30 }, () => {
    now += 10;
    return hit('a').hits;
  });
  expect(Math.max(...counts)).toBe(10);
});

test('a long silence clears all windows', () => {
  hit('a');
  now = 100_000;
  expect(hit('a')).toEqual({ hits: 1, resetMs: 100 });
});
