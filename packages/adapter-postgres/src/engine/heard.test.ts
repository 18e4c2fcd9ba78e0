import { createHeard } from './heard.ts';

test('misses no signal that it has received, in any order', () => {
  const heard = createHeard();
  heard.seen('w', 4);
  heard.watch('w');
  for (const told of [6, 5, 7]) heard.hear('w', told);
  expect(heard.misses('w', 7)).toBe(false);
});

test('misses a signal in a gap until it is marked as received', () => {
  const heard = createHeard();
  heard.seen('w', 4);
  heard.watch('w');
  heard.hear('w', 6);
  expect(heard.misses('w', 6)).toBe(true);
  heard.settle('w', 5);
  expect(heard.misses('w', 6)).toBe(false);
});

test('misses all signals if the number is unknown', () => {
  const heard = createHeard();
  heard.watch('w');
  expect(heard.misses('w', 0)).toBe(true);
  heard.settle('w', 0);
  expect(heard.misses('w', 0)).toBe(false);
});

test('signals are counted while at least one client waits', () => {
  const heard = createHeard();
  const ends = [heard.watch('w'), heard.watch('w')];
  ends[0]?.();
  ends[0]?.();
  expect(heard.watched()).toEqual(['w']);
  ends[1]?.();
  expect(heard.watched()).toEqual([]);
  expect(heard.misses('w', 9)).toBe(false);
});
