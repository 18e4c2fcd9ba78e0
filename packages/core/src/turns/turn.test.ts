import { judged } from '../../testing/world.ts';
import type { Lease } from '../shared/lease.ts';
import { afterExpiry, claimed, ended, isPending, released, requireLease, type Turn } from './turn.ts';

const LEASE: Lease = { token: 'a', expiresAt: 60_000, seconds: 60 };
const QUEUED: Turn = {
  id: 't1',
  chatId: 'c1',
  personId: 'ada',
  agentId: 'scout',
  status: 'pending',
  state: 'queued',
  errorCode: null,
  errorMessage: null,
  humanMessageId: 'm1',
  replyMessageId: null,
  lease: null,
  claims: 0,
  createdAt: 0,
  updatedAt: 0,
  completedAt: null,
};
const RUNNING = claimed(QUEUED, LEASE, 1_000);

/** docs/rules.md, Turns: a failed turn has state failed, a canceled one canceled. */
describe('the table of turns', () => {
  test('the agent picks a queued turn up: pending, running', () => {
    expect(RUNNING).toMatchObject({ status: 'pending', state: 'running', lease: LEASE, completedAt: null });
  });

  test.each([
    ['complete', 'completed'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
  ] as const)('a turn that ends as %s has the state %s, and completedAt is set', (status, state) => {
    expect(ended(RUNNING, status, 5_000)).toMatchObject({
      status,
      state,
      completedAt: 5_000,
      updatedAt: 5_000,
    });
    expect(isPending(ended(QUEUED, status, 5_000))).toBe(false);
  });

  test('a queued turn and a running one are in progress', () => {
    expect(isPending(QUEUED)).toBe(true);
    expect(isPending(RUNNING)).toBe(true);
  });
});

describe('a claim', () => {
  test('that is given back puts the turn in the queue and does not count', () => {
    expect(released(RUNNING, 2_000)).toMatchObject({ state: 'queued', lease: null, claims: 0 });
  });

  test('whose lease runs out puts the turn in the queue and counts', () => {
    const again = afterExpiry(RUNNING, 60_000);
    expect(again).toMatchObject({ status: 'pending', state: 'queued', lease: null, claims: 1 });
  });

  test('the third whose lease runs out fails the turn with agent_unresponsive', () => {
    let turn: Turn = QUEUED;
    for (let claims = 1; claims <= 3; claims++) {
      expect(turn.state).toBe('queued');
      turn = afterExpiry(claimed(turn, LEASE, 0), 60_000);
    }
    expect(turn).toMatchObject({
      status: 'failed',
      state: 'failed',
      errorCode: 'agent_unresponsive',
      lease: null,
      completedAt: 60_000,
    });
  });
});

describe('the hold on a turn', () => {
  const verdict = (turn: Turn, token: string, now: number) => judged(() => requireLease(turn, token, now));

  test('is with the token of the lease until it runs out', () => {
    expect(verdict(RUNNING, 'a', 59_999)).toBe('ok');
    expect(verdict(RUNNING, 'a', 60_000)).toBe('LEASE_LOST');
  });

  test('is not with another token', () => {
    expect(verdict(RUNNING, 'b', 1_000)).toBe('LEASE_LOST');
    expect(verdict(RUNNING, '', 1_000)).toBe('LEASE_LOST');
  });

  test('is with nobody while the turn is queued or after its end', () => {
    expect(verdict(QUEUED, 'a', 1_000)).toBe('LEASE_LOST');
    for (const status of ['complete', 'failed', 'canceled'] as const) {
      expect(verdict(ended(RUNNING, status, 2_000), 'a', 2_000)).toBe('LEASE_LOST');
    }
  });
});
