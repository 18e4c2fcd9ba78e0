import type { CallerType } from '../access/caller.ts';
import type { NewResult } from '../results/result.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Workspace } from '../workspace/workspace.ts';

export const TASK_STATUSES = ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export const DEFAULT_TASK_STATUS: TaskStatus = 'todo';

/** Properties of the caller that the status rules depend on. */
export interface Mover {
  readonly type: CallerType;
  /** The workspace setting that lets agents complete tasks. */
  readonly agentCompletion: boolean;
  /** True if the task has open children and so can't be completed. */
  readonly childrenOpen?: boolean | undefined;
  /** True if open tasks block the task; only people can start it then. */
  readonly blocked?: boolean | undefined;
  /** True if only people may move the task out of the backlog. */
  readonly held?: boolean | undefined;
  /** The policies of the host: the refusal of a move, or null. Without policies every move is allowed. */
  readonly policy?: ((to: TaskStatus) => MoveRefusal | null) | undefined;
}

/** Why a host's policy refuses a move. */
export type MoveRefusal = Pick<Refusal, 'code' | 'message'> & Partial<Pick<Refusal, 'kind' | 'details'>>;

/** The mover that a caller is. `fromAgent`: the task is in the backlog, and an agent put or is putting it there. */
export const moverUnder = (
  { agentCompletion, agentIntake }: Pick<Workspace, 'agentCompletion' | 'agentIntake'>,
  type: CallerType,
  fromAgent: boolean,
): Mover => ({
  type,
  agentCompletion: type === 'agent' && agentCompletion,
  held: fromAgent && agentIntake === 'backlog',
});

type Reason = keyof typeof REASONS;
/** Returns the reason why the mover may not make the move, or undefined if it may. */
type Judge = (mover: Mover) => Reason | undefined;

const anyone: Judge = () => undefined;
const people: Judge = ({ type }) => (type === 'human' ? undefined : 'reopening');
const agentsIfEnabled: Judge = ({ type, agentCompletion }) =>
  type === 'agent' && !agentCompletion ? 'completion' : undefined;
const unlessHeld: Judge = ({ type, held }) => (held && type !== 'human' ? 'intake' : undefined);

const POLICIES = { anyone, people, agentsIfEnabled, unlessHeld };
export type MovePolicy = keyof typeof POLICIES;

/** Who may move a task between statuses (docs/rules.md, Transitions). */
// biome-ignore format: reads like a table
export const TASK_MOVES: Record<TaskStatus, Partial<Record<TaskStatus, MovePolicy>>> = {
  backlog:     { todo: 'unlessHeld', in_progress: 'unlessHeld', canceled: 'unlessHeld' },
  todo:        { backlog: 'anyone', in_progress: 'anyone', waiting: 'anyone', canceled: 'anyone' },
  in_progress: { backlog: 'anyone', todo: 'anyone', waiting: 'anyone', done: 'agentsIfEnabled', canceled: 'anyone' },
  waiting:     { backlog: 'anyone', todo: 'anyone', in_progress: 'anyone', done: 'agentsIfEnabled', canceled: 'anyone' },
  done:        { todo: 'people' },
  canceled:    { backlog: 'people' },
};

/** Who may create a task in each status. A caller who may not move a task to a status may not create one in it. */
const CREATION: Record<TaskStatus, Judge> = {
  backlog: anyone,
  todo: unlessHeld,
  in_progress: unlessHeld,
  waiting: unlessHeld,
  done: (mover) => unlessHeld(mover) ?? agentsIfEnabled(mover),
  canceled: unlessHeld,
};

/** Statuses in which a task is finished; a blocker in one of them no longer blocks. */
export const CLOSED_STATUSES: readonly TaskStatus[] = ['done', 'canceled'];
export const isOpen = (status: TaskStatus): boolean => !CLOSED_STATUSES.includes(status);

/** Statuses that this mover may move a task to. */
export function validTransitions(from: TaskStatus, mover: Mover): TaskStatus[] {
  const row = TASK_MOVES[from];
  return TASK_STATUSES.filter(
    (to) =>
      row[to] !== undefined &&
      POLICIES[row[to]](mover) === undefined &&
      !(to === 'done' && mover.childrenOpen) &&
      !(mover.blocked && needsUnblocked(to, mover)) &&
      !mover.policy?.(to),
  );
}

/** Whether open blockers keep this mover from moving a task to the status. */
export const needsUnblocked = (to: TaskStatus, { type }: Pick<Mover, 'type'>): boolean =>
  to === 'in_progress' && type !== 'human';

/** A blocking task, as listed in a refusal. */
export interface Blocker {
  readonly taskNumber: number;
  readonly title: string;
  readonly status: TaskStatus;
  readonly assignedTo: string | null;
}

/**
 * Checks a move in this order: the target is in the row of the current status (422), this kind of caller may make the
 * move (403), the host's policies allow it (403 or 409), the task is not blocked (422; does not apply to people).
 */
export function checkMove(
  from: TaskStatus,
  to: TaskStatus,
  mover: Mover,
  openBlockers: readonly Blocker[],
): void {
  const policy = TASK_MOVES[from][to];
  const details = { validTransitions: validTransitions(from, mover) };
  if (!policy) throw invalidTransition(`A task cannot move from ${from} to ${to}.`, details.validTransitions);
  const why = POLICIES[policy](mover);
  if (why) {
    const { code, message } = REASONS[why];
    throw new Refusal(code, `${message} ${nextMoves(details.validTransitions)}`, { details });
  }
  const refused = mover.policy?.(to);
  if (refused) {
    const { code, message, kind } = refused;
    throw new Refusal(code, message, { kind, details: { ...refused.details, ...details } });
  }
  if (needsUnblocked(to, mover) && openBlockers.length > 0) throw taskBlocked(openBlockers);
}

/** 422 INVALID_TRANSITION that lists the valid targets. */
export const invalidTransition = (why: string, valid: readonly TaskStatus[]) =>
  new Refusal('INVALID_TRANSITION', `${why} ${nextMoves(valid)}`, { details: { validTransitions: valid } });

/** 422 TASK_BLOCKED that lists the open blockers. */
export const taskBlocked = (blockers: readonly Blocker[]) =>
  new Refusal(
    'TASK_BLOCKED',
    'Unfinished tasks block this one. Finish or cancel the blockers first, or ask a person to move it.',
    { details: { blockers } },
  );

/** The status of a task that is created without one. */
export const defaultStatus = ({ held }: Mover): TaskStatus => (held ? 'backlog' : DEFAULT_TASK_STATUS);

/** 403 when this caller may not create a task in this status. */
export function checkCreation(status: TaskStatus, mover: Mover): void {
  const why = CREATION[status](mover);
  if (!why) return;
  const open = TASK_STATUSES.filter((to) => CREATION[to](mover) === undefined);
  const { code, message } = REASONS[why];
  throw new Refusal(code, `${message} Create it in one of ${open.join(', ')}.`, {
    details: { validTransitions: open },
  });
}

/**
 * The status that a result moves its task to by default; null for no move. A failed result returns the task to todo.
 * A waiting task that waits for nothing specific can be made to wait for the review.
 */
export function movedBy({ outcome, to }: NewResult, status: TaskStatus): TaskStatus | null {
  if (to === 'none') return null;
  if (to) return to;
  if (status !== 'in_progress') return null;
  return outcome === 'failed' ? 'todo' : 'waiting';
}

const REASONS = {
  completion: {
    code: 'AGENT_COMPLETION_DISABLED',
    message: 'Agents may not complete tasks in this workspace; move it to waiting for a person.',
  },
  reopening: { code: 'HUMANS_ONLY', message: 'Only people may reopen a task.' },
  intake: {
    code: 'HUMANS_ONLY',
    message: 'Tasks created by agents stay in the backlog of this workspace until a person moves them on.',
  },
} as const;

const nextMoves = (valid: readonly TaskStatus[]) =>
  valid.length > 0 ? `You may move it to ${valid.join(', ')}.` : 'You may not move it anywhere from here.';
