import { TASK_MOVES, type Task, type TaskStatus } from '@tandem/client';
import { isClosed } from '../../api/is-closed.ts';
import { strings } from '../../strings/index.ts';

/** Moves that people may make (docs/rules.md, Transitions). The server enforces them; this only hides the others. */
export const movesFrom = (status: TaskStatus): readonly TaskStatus[] => TASK_MOVES.human[status];

/** Why a person can't move a task to a status; null if they can. */
export function moveRefusal(
  { status, children }: Pick<Task, 'status' | 'children'>,
  to: TaskStatus,
): string | null {
  if (!movesFrom(status).includes(to))
    return strings().tasks.illegalMove(strings().status[status], strings().status[to]);
  return to === 'done' && children.open > 0 ? strings().subtasks.childrenOpen(children.open) : null;
}

/** Moves for a stalled task: resume or finish. */
export const exitMoves = (status: TaskStatus): readonly TaskStatus[] =>
  movesFrom(status).filter((to) => to === 'todo' || isClosed(to));
