import { GOAL_MOVES, type GoalStatus } from '@tandem/client';
import type { Tone } from '../../ui/tag.tsx';

/**
 * Status changes of a goal that people may make (docs/rules.md, Goals), except to met: that takes a verification. The
 * server enforces them; this only hides the others.
 */
export const movesFrom = (status: GoalStatus): readonly GoalStatus[] =>
  GOAL_MOVES.human[status].filter((to) => to !== 'met');

export const TONES: Readonly<Record<GoalStatus, Tone>> = {
  open: 'accent',
  verification_pending: 'warn',
  met: 'good',
  abandoned: 'quiet',
};
