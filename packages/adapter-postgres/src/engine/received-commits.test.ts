import { createReceivedCommits } from './received-commits.ts';

test('misses no signal that it has received, in any order', () => {
  const received = createReceivedCommits();
  received.seen('w', 4);
  received.watch('w');
  for (const signalSeq of [6, 5, 7]) received.hear('w', signalSeq);
  expect(received.misses('w', 7)).toBe(false);
});

test('misses a signal in a gap until it is marked as received', () => {
  const received = createReceivedCommits();
  received.seen('w', 4);
  received.watch('w');
  received.hear('w', 6);
  expect(received.misses('w', 6)).toBe(true);
  received.settle('w', 5);
  expect(received.misses('w', 6)).toBe(false);
});

test('misses all signals if the number is unknown', () => {
  const received = createReceivedCommits();
  received.watch('w');
  expect(received.misses('w', 0)).toBe(true);
  received.settle('w', 0);
  expect(received.misses('w', 0)).toBe(false);
});

test('signals are counted while at least one client waits', () => {
  const received = createReceivedCommits();
  const ends = [received.watch('w'), received.watch('w')];
  ends[0]?.();
  ends[0]?.();
  expect(received.watched()).toEqual(['w']);
  ends[1]?.();
  expect(received.watched()).toEqual([]);
  expect(received.misses('w', 9)).toBe(false);
});
