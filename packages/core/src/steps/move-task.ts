import type { Caller } from '../access/caller.ts';
import type { ClaimEnd } from '../claims/claim.ts';
import type { Recipient } from '../notifications/store.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { cut, LIMITS } from '../shared/text.ts';
import type { TaskStatus } from '../tasks/status.ts';
import { move, type Task, type TaskWork, type WaitingFor } from '../tasks/task.ts';
import { taskSaver } from './save-task.ts';

export interface Move {
  readonly to: TaskStatus;
  readonly reason?: string | null | undefined;
  /** Reason for ending the claim, if the task has one and leaves in_progress. */
  readonly end?: ClaimEnd | undefined;
  /** Defaults to the kind `other` with the reason as its text. */
  readonly waitingFor?: Omit<WaitingFor, 'since'> | undefined;
  readonly assignee?: Task['assignee'] | undefined;
  readonly work?: Partial<TaskWork> | undefined;
  /** Members to subscribe. */
  readonly subscribe?: readonly string[];
  /** Members to notify of more than the move. */
  readonly notify?: readonly Recipient[];
}

export type MoveTask = (stores: Stores, by: Caller, before: Task, move: Move) => Promise<Task>;

/** Moves a task to a status. The caller checks first that the move is allowed. */
export function taskMover(ports: SteadyPorts): MoveTask {
  const save = taskSaver(ports);

  return (stores, by, before, { to, reason, end, waitingFor, assignee, work, subscribe, notify }) => {
    const now = ports.clock();
    const moved = move(before, to, now);
    const byPerson = by.type === 'human' && { attempts: 0, failures: 0, notBefore: null };
    const wokenBy = byPerson || !(to === 'todo' || to === 'in_progress') ? null : moved.work.wokenBy;
    const after: Task = {
      ...moved,
      assignee: assignee === undefined ? moved.assignee : assignee,
      work: { ...moved.work, backTo: null, wokenBy, ...byPerson, ...work },
      claim: to === 'in_progress' ? before.claim : null,
      waitingFor: to === 'waiting' ? { ...(waitingFor ?? otherwise(reason)), since: now } : null,
    };
    const changes = [{ field: 'status', oldValue: before.status, newValue: to }];
    return save(stores, by, {
      before,
      after,
      event: { action: 'transitioned', changes, reason },
      end,
      ...(subscribe && { subscribe }),
      ...(notify && { notify }),
    });
  };
}

/** Replaces the `waitingFor` of a waiting task. */
export const waiter =
  (ports: SteadyPorts) =>
  (stores: Stores, by: Caller, before: Task, what: Omit<WaitingFor, 'since'>): Promise<Task> => {
    const now = ports.clock();
    const after: Task = { ...before, waitingFor: { ...what, since: now }, updatedAt: now };
    return taskSaver(ports)(stores, by, { before, after });
  };

/** A plain transition does not name what the task waits for; its reason is the best description. */
const otherwise = (reason: string | null | undefined): Omit<WaitingFor, 'since'> => ({
  kind: 'other',
  who: null,
  what: cut(reason?.trim() || 'Waiting without a stated reason.', LIMITS.title),
});
