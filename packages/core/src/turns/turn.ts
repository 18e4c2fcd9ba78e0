import type { Lease } from '../shared/lease.ts';
import { Refusal } from '../shared/refusal.ts';

export const TURN_STATUSES = ['pending', 'complete', 'failed', 'canceled'] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

export const TURN_STATES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export type TurnState = (typeof TURN_STATES)[number];

/** An agent's work on one reply (docs/rules.md, Turns). */
export interface Turn {
  readonly id: string;
  readonly chatId: string;
  readonly agentId: string;
  /** The person who owns the chat. */
  readonly personId: string;
  readonly status: TurnStatus;
  readonly state: TurnState;
  readonly errorCode: string | null;
  /** The failure as described by the agent's process. */
  readonly errorMessage: string | null;
  readonly humanMessageId: string;
  readonly replyMessageId: string | null;
  /** Kept after the end, to recognize a repeated reply. */
  readonly lease: Lease | null;
  /** Claims, except those that were released. */
  readonly claims: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
}

/** Claims without a reply after which a turn fails (docs/rules.md, Turns). */
export const MAX_CLAIMS = 3;
export const LEASE_SECONDS = { min: 5, default: 60, max: 600 } as const;

export const isPending = (turn: Turn): boolean => turn.status === 'pending';

/** The turn in its final state. */
export function ended(
  turn: Turn,
  status: Exclude<TurnStatus, 'pending'>,
  now: number,
  with_: Partial<Pick<Turn, 'errorCode' | 'errorMessage' | 'replyMessageId'>> = {},
): Turn {
  const state = status === 'complete' ? 'completed' : status;
  return { ...turn, ...with_, status, state, updatedAt: now, completedAt: now };
}

/** The final state of a turn in progress when its agent or its person is removed. */
export const afterRemoval = (turn: Turn, memberId: string, at: number): Turn =>
  turn.agentId === memberId
    ? ended(turn, 'failed', at, { errorCode: 'agent_deleted' })
    : ended(turn, 'canceled', at);

export const claimed = (turn: Turn, lease: Lease, now: number): Turn => ({
  ...turn,
  state: 'running',
  lease,
  claims: turn.claims + 1,
  updatedAt: now,
});

/** Requeues the turn after a release, which does not count as a claim. */
export const released = (turn: Turn, now: number): Turn => ({
  ...turn,
  state: 'queued',
  lease: null,
  claims: turn.claims - 1,
  updatedAt: now,
});

/** Requeues a turn whose lease expired, or fails it after too many claims. */
export function afterExpiry(turn: Turn, now: number): Turn {
  if (turn.claims >= MAX_CLAIMS) {
    return ended({ ...turn, lease: null }, 'failed', now, {
      errorCode: 'agent_unresponsive',
      errorMessage: `The turn was claimed ${MAX_CLAIMS} times without a reply.`,
    });
  }
  return { ...turn, state: 'queued', lease: null, updatedAt: now };
}

/** 409 LEASE_LOST unless the token holds the running turn, by the steady clock. */
export function requireLease(turn: Turn, token: string, now: number): Lease {
  const { lease } = turn;
  if (isPending(turn) && turn.state === 'running' && lease?.token === token && lease.expiresAt > now)
    return lease;
  throw leaseLost();
}

export const leaseLost = () =>
  new Refusal(
    'LEASE_LOST',
    'This lease no longer holds the turn. Stop working on it and claim the next turn.',
  );
