import { freeAttempts } from './delivery.ts';
import { disabledAfter, receivesOnlyTests } from './webhook.ts';

test('an endpoint gets four attempts at once', () => {
  expect([0, 3, 4, 5].map(freeAttempts)).toEqual([4, 1, 0, 0]);
});

test('a webhook is disabled by 410, or after failing for five days', () => {
  const day = 24 * 60 * 60_000;
  const reason = (ok: boolean, code: number | null, failingSince: number | null) =>
    disabledAfter({ failingSince }, { ok, code }, 10 * day);
  expect(reason(false, 410, null)).toBe('gone');
  expect(reason(false, 500, 5 * day)).toBe('failing');
  expect(reason(false, 500, 5 * day + 1)).toBeNull();
  expect(reason(true, 200, 0)).toBeNull();
});

test('a disabled endpoint, and one that asked to wait, receives only tests', () => {
  const only = (enabled: boolean, notBefore: number | null) => receivesOnlyTests({ enabled, notBefore }, 10);
  expect([only(false, null), only(true, 11), only(true, 10), only(true, null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
