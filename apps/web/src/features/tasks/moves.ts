import type { TaskStatus } from '@tandem/client';

/** The columns of the board, in workflow order. */
export const STATUSES = [
  'backlog',
  'todo',
  'in_progress',
  'waiting',
  'done',
  'canceled',
] as const satisfies TaskStatus[];

/** Moves that people may make (docs/rules.md, Transitions). The server enforces them; this only hides the others. */
const MOVES: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  backlog: ['todo', 'in_progress', 'canceled'],
  todo: ['backlog', 'in_progress', 'waiting', 'canceled'],
  in_progress: ['backlog', 'todo', 'waiting', 'done', 'canceled'],
  waiting: ['backlog', 'todo', 'in_progress', 'done', 'canceled'],
  done: ['todo'],
  canceled: ['backlog'],
};

export const movesFrom = (status: TaskStatus): readonly TaskStatus[] => MOVES[status];

/** Moves for a stalled task: resume or finish. */
export const waysOn = (status: TaskStatus): readonly TaskStatus[] =>
  (['todo', 'done', 'canceled'] as const).filter((to) => movesFrom(status).includes(to));
