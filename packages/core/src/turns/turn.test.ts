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
  test('claiming a queued turn makes it pending and running', () => {
    expect(RUNNING).toMatchObject({ status: 'pending', state: 'running', lease: LEASE, completedAt: null });
  });

  test.each([
    ['complete', 'completed'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
  ] as const)('a turn that ends as %s has the state %s, and a completedAt', (status, state) => {
    expect(ended(RUNNING, status, 5_000)).toMatchObject({
      status,
      state,
      completedAt: 5_000,
      updatedAt: 5_000,
    });
    expect(isPending(ended(QUEUED, status, 5_000))).toBe(false);
  });

  test('queued and running turns are in progress', () => {
    expect(isPending(QUEUED)).toBe(true);
    expect(isPending(RUNNING)).toBe(true);
  });
});

describe('a claim', () => {
  test('releasing a claim requeues the turn without counting', () => {
    expect(released(RUNNING, 2_000)).toMatchObject({ state: 'queued', lease: null, claims: 0 });
  });

  test('an expired claim requeues the turn and counts', () => {
    const again = afterExpiry(RUNNING, 60_000);
    expect(again).toMatchObject({ status: 'pending', state: 'queued', lease: null, claims: 1 });
  });

  test('the third expired claim fails the turn with agent_unresponsive', () => {
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

  test('a lease holds the turn with its token until it expires', () => {
    expect(verdict(RUNNING, 'a', 59_999)).toBe('ok');
    expect(verdict(RUNNING, 'a', 60_000)).toBe('LEASE_LOST');
  });

  test('another token does not hold the turn', () => {
    expect(verdict(RUNNING, 'b', 1_000)).toBe('LEASE_LOST');
    expect(verdict(RUNNING, '', 1_000)).toBe('LEASE_LOST');
  });

  test('no token holds a queued or ended turn', () => {
    expect(verdict(QUEUED, 'a', 1_000)).toBe('LEASE_LOST');
    for (const status of ['complete', 'failed', 'canceled'] as const) {
      expect(verdict(ended(RUNNING, status, 2_000), 'a', 2_000)).toBe('LEASE_LOST');
    }
  });
});
