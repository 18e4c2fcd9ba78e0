import { judged } from '../../testing/world.ts';
import { checkSubscribed, isFull } from './subscriptions.ts';

test('a task accepts 5,000 subscribers', () => {
  expect([isFull(4_999), isFull(5_000)]).toEqual([false, true]);
});

test('a member that could not be subscribed gets LIMIT_REACHED', () => {
  expect(judged(() => checkSubscribed(false))).toBe('LIMIT_REACHED');
  expect(judged(() => checkSubscribed(true))).toBe('ok');
});
