import { hitCounter } from './hit-counter.ts';

let now: number;
let hit: ReturnType<typeof hitCounter>;
beforeEach(() => {
  now = 5;
  hit = hitCounter({ windowMs: 100, steadyMs: () => now });
});

test('counts the hits of each key by itself', () => {
  expect([hit('a').hits, hit('a').hits, hit('b').hits, hit('a').hits]).toEqual([1, 2, 1, 3]);
});

test("a key's window begins with its first hit, lasts its time, and begins anew with the next hit", () => {
  now = 80;
  expect(hit('a')).toEqual({ hits: 1, resetMs: 100 });
  now = 179;
  expect(hit('a')).toEqual({ hits: 2, resetMs: 1 });
  now = 180;
  expect(hit('a')).toEqual({ hits: 1, resetMs: 100 });
});

test('a window that is kept busy ends all the same, whatever else is forgotten meanwhile', () => {
  const counts = Array.from({ length: 30 }, () => {
    now += 10;
    return hit('a').hits;
  });
  expect(Math.max(...counts)).toBe(10);
});

test('after a long silence all is forgotten', () => {
  hit('a');
  now = 100_000;
  expect(hit('a')).toEqual({ hits: 1, resetMs: 100 });
});
