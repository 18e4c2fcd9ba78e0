import type { CallerType } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';
import type { GoalVerificationMode } from '../workspace/workspace.ts';

export const GOAL_STATUSES = ['open', 'verification_pending', 'met', 'abandoned'] as const;
export type GoalStatus = (typeof GOAL_STATUSES)[number];
export const DEFAULT_GOAL_STATUS: GoalStatus = 'open';

/** Moves that a person can make by hand (docs/rules.md, Goals). */
// biome-ignore format: reads like the sentence of docs/rules.md
export const GOAL_MOVES: Record<GoalStatus, readonly GoalStatus[]> = {
  open:                 ['abandoned'],
  verification_pending: ['open', 'met', 'abandoned'],
  met:                  ['open'],
  abandoned:            ['open'],
};

/**
 * 403 unless the caller is a person; 422 for a move that is not in the table. Keeping the current status is allowed.
 */
export function checkGoalMove(from: GoalStatus, to: GoalStatus, by: CallerType): void {
  if (by !== 'human') {
    throw new Refusal(
      'HUMANS_ONLY',
      'Only people can change the status of a goal. Record a verification with POST /api/v1/goals/:id/verify.',
      { details: { validTransitions: [] } },
    );
  }
  if (from === to || GOAL_MOVES[from].includes(to)) return;
  throw new Refusal(
    'INVALID_TRANSITION',
    `A goal cannot move from ${from} to ${to}. You may move it to ${GOAL_MOVES[from].join(', ')}.`,
    { details: { validTransitions: GOAL_MOVES[from] } },
  );
}

/** 403 AWAITS_PERSON for agents and services while the goal waits for a person's confirmation. */
export function checkNotPending(status: GoalStatus, by: CallerType): void {
  if (by === 'human' || status !== 'verification_pending') return;
  throw new Refusal(
    'AWAITS_PERSON',
    'The goal waits for a person to confirm its verification. Only people can change it until then.',
  );
}

/** Agents and services can only create open goals, because they cannot move one to another status either. */
export function checkGoalCreation(status: GoalStatus, by: CallerType): void {
  if (by === 'human' || status === 'open') return;
  throw new Refusal('HUMANS_ONLY', 'Only people can create a goal with another status. Create it as open.', {
    details: { validTransitions: ['open'] },
  });
}

/**
 * The status after a verification (docs/rules.md, Goals). A service counts as an agent; a failed verification returns
 * a pending goal to open. 409 GOAL_CLOSED when it is met or abandoned.
 */
export function verifiedStatus(
  status: GoalStatus,
  passed: boolean,
  by: CallerType,
  mode: GoalVerificationMode,
): GoalStatus {
  if (status === 'met' || status === 'abandoned') {
    throw new Refusal(
      'GOAL_CLOSED',
      `The goal is ${status}. A person must reopen it before it can be verified again.`,
    );
  }
  if (!passed) return 'open';
  return by === 'human' || mode === 'autonomous' ? 'met' : 'verification_pending';
}

/** The status of a goal whose definition changes: open again if it waits for the old one to be confirmed. */
export const redefinedStatus = (status: GoalStatus): GoalStatus =>
  status === 'verification_pending' ? 'open' : status;
