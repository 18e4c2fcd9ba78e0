import { judged } from '../../testing/world.ts';
import type { Caller } from '../access/caller.ts';
import { checkNotOwn } from './review.ts';

const ada = {
  memberId: 'ada',
  inboxId: 'ada',
  key: { kind: 'person', ownerId: 'ada' },
} as Caller;
const actingForBob = { ...ada, key: { kind: 'acting', ownerId: 'bob' } } as Caller;
const review = (caller: Caller, author: string, behind: string | null) =>
  judged(() =>
    checkNotOwn(caller, { author: { id: author, name: '', displayName: '', type: 'human' }, behind }),
  );

test('nobody reviews their own result', () => {
  expect(review(ada, 'ada', 'ada')).toBe('OWN_RESULT');
  expect(review(ada, 'scout', 'scout')).toBe('ok');
});

test('nobody reviews the result of a service that acts for them', () => {
  expect(review(ada, 'key 1', 'ada')).toBe('OWN_RESULT');
  expect(review(ada, 'key 1', null)).toBe('ok');
});

test('the creator of an acting key does not review with it what they wrote themselves', () => {
  expect(review(actingForBob, 'bob', 'bob')).toBe('OWN_RESULT');
  expect(review(actingForBob, 'ada', 'ada')).toBe('OWN_RESULT');
  expect(review(actingForBob, 'eve', 'eve')).toBe('ok');
});
