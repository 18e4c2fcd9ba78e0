import { sharedClock } from './clock.ts';

let at = 0;
beforeEach(() => {
  at = 0;
});

test('follows the database’s time, from the middle of the round trip', () => {
  const clock = sharedClock(() => at);
  at = 10;
  clock.sample(1_000_000, 0, 10);
  expect(clock.now()).toBe(1_000_005);
  at = 20;
  expect(clock.now()).toBe(1_000_015);
});

test('prefers a short round trip to a new one, for a while', () => {
  const clock = sharedClock(() => at);
  clock.sample(1_000_000, 0, 2);
  clock.sample(1_000_200, 10, 500);
  at = 501;
  expect(clock.now()).toBe(1_000_500);
  at = 30_000;
  clock.sample(1_029_400, 29_000, 30_000);
  expect(clock.now()).toBe(1_029_900);
});

test('never goes backwards: ahead of the database it goes on at half the pace', () => {
  const clock = sharedClock(() => at);
  clock.sample(1_000_000, 0, 0);
  expect(clock.now()).toBe(1_000_000);
  clock.sample(999_900, 0, 0);
  expect(clock.now()).toBe(1_000_000);
  at = 100;
  expect(clock.now()).toBe(1_000_050);
  at = 250;
  expect(clock.now()).toBe(1_000_150);
});

test('takes a new sample that cannot be true together with the one before, however long its trip', () => {
  const clock = sharedClock(() => at);
  clock.sample(1_000_000, 0, 2);
  // The machine was suspended for a minute, in which its clock of performance stood still.
  clock.sample(1_060_700, 700, 720);
  at = 720;
  expect(clock.time()).toBe(1_060_710);
});

test('shows the time of day as the database has it, also when it is set back', () => {
  const clock = sharedClock(() => at);
  clock.sample(1_000_000, 0, 0);
  clock.sample(900_000, 0, 0);
  expect(clock.time()).toBe(900_000);
});
