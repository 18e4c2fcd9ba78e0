import { sharedClock } from './clock.ts';

let at = 0;
beforeEach(() => {
  at = 0;
});

test("the clock follows the database's time, from the middle of the round trip", () => {
  const clock = sharedClock(() => at);
  at = 10;
  clock.sample(1_000_000, 0, 10);
  expect(clock.now()).toBe(1_000_005);
  at = 20;
  expect(clock.now()).toBe(1_000_015);
});

test('the clock prefers a short round trip to a newer sample for a while', () => {
  const clock = sharedClock(() => at);
  clock.sample(1_000_000, 0, 2);
  clock.sample(1_000_200, 10, 500);
  at = 501;
  expect(clock.now()).toBe(1_000_500);
  at = 30_000;
  clock.sample(1_029_400, 29_000, 30_000);
  expect(clock.now()).toBe(1_029_900);
});

test('the clock never goes back: when ahead of the database it runs at half speed', () => {
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

test('the clock accepts a sample that contradicts the previous one, however long its round trip', () => {
  const clock = sharedClock(() => at);
  clock.sample(1_000_000, 0, 2);
  // The machine was suspended for a minute, during which its performance clock stopped.
  clock.sample(1_060_700, 700, 720);
  at = 720;
  expect(clock.time()).toBe(1_060_710);
});

test("the clock returns the database's time of day, even after it was set back", () => {
  const clock = sharedClock(() => at);
  clock.sample(1_000_000, 0, 0);
  clock.sample(900_000, 0, 0);
  expect(clock.time()).toBe(900_000);
});
