import { TASK_MOVES, type TaskStatus } from '@tandem/client';
import { isClosed } from '../../api/is-closed.ts';

/** Moves that people may make (docs/rules.md, Transitions). The server enforces them; this only hides the others. */
export const movesFrom = (status: TaskStatus): readonly TaskStatus[] => TASK_MOVES.human[status];

/** Moves for a stalled task: resume or finish. */
export const exitMoves = (status: TaskStatus): readonly TaskStatus[] =>
  movesFrom(status).filter((to) => to === 'todo' || isClosed(to));
