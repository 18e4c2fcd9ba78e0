import type { Caller } from '../access/caller.ts';
import { type ClaimEnd, endOf, isLiving } from '../claims/claim.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { cut, LIMITS } from '../shared/text.ts';
import { isOpen, type TaskStatus } from '../tasks/status.ts';
import { move, type Task, type TaskWork, taskEntity, type WaitingFor } from '../tasks/task.ts';
import { claimRecorder } from './end-claim.ts';
import { raiseReady } from './raise-ready.ts';
import { recorder } from './record.ts';
import { syncInboxForTask } from './update-inbox.ts';

export interface Move {
  readonly to: TaskStatus;
  readonly reason?: string | null | undefined;
  /** Reason for ending the claim, if the task has one and leaves in_progress. */
  readonly end?: ClaimEnd | undefined;
  /** Defaults to the kind `other` with the reason as its text. */
  readonly waitingFor?: Omit<WaitingFor, 'since'> | undefined;
  readonly assignee?: Task['assignee'] | undefined;
  readonly work?: Partial<TaskWork> | undefined;
}

export type MoveTask = (stores: Stores, by: Caller, before: Task, move: Move) => Promise<Task>;

/**
 * Moves a task to a status with all side effects: it records the event, notifies subscribers, ends the claim and
 * signals waiting workers. The caller checks first that the move is allowed.
 */
export function taskMover(ports: SteadyPorts): MoveTask {
  const { clock, steadyClock } = ports;
  const record = recorder(ports);
  const claimEvents = claimRecorder(ports);

  return async (stores, by, before, { to, reason, end = 'moved', waitingFor, assignee, work }) => {
    const now = clock();
    const byPerson = by.type === 'human' && { attempts: 0, failures: 0, notBefore: null, touchedAt: now };
    if (byPerson) await stores.claims.forgive(before.taskNumber);
    if (before.claim && to !== 'in_progress') {
      const living = isLiving(before.claim, steadyClock());
      await claimEvents.end(stores, by, before, before.claim, living ? end : endOf(before.claim));
    }
    const moved = move(before, to, now);
    const after: Task = {
      ...moved,
      assignee: assignee === undefined ? moved.assignee : assignee,
      work: { ...moved.work, backTo: null, ...byPerson, ...work },
      claim: to === 'in_progress' ? before.claim : null,
      waitingFor: to === 'waiting' ? { ...(waitingFor ?? otherwise(reason)), since: now } : null,
    };
    await withdrawResult(stores, by, before, to);
    await stores.tasks.update(after, before);
    const change = { field: 'status', oldValue: before.status, newValue: to };
    const sequence = await record(stores, by, taskEntity(after), 'transitioned', {
      changes: [change],
      reason,
    });
    await stores.notifications.notify(after.taskNumber, sequence, by.inboxId, now);
    // The question stays open for an answer, but no longer blocks the task.
    if (before.waitingFor?.kind === 'answer') await stores.questions.unblock(after.taskNumber);
    await syncInboxForTask(stores, after, before);
    raiseReady(stores, by.workspaceId, after, now, by);
    if (isOpen(before.status) && !isOpen(to)) {
      for (const freed of await stores.claims.freedBy(after.taskNumber)) {
        raiseReady(stores, by.workspaceId, freed, now);
      }
    }
    return after;
  };
}

/** Withdraws a pending result when its author takes the task back from review to a status other than done. */
async function withdrawResult(
  { results }: Pick<Stores, 'results'>,
  by: Caller,
  { waitingFor }: Task,
  to: TaskStatus,
): Promise<void> {
  if (waitingFor?.kind !== 'review' || waitingFor.resultId === undefined || to === 'done') return;
  const result = await results.byId(waitingFor.resultId);
  if (result && result.author.id === by.id && !result.review) await results.withdraw(result.id);
}

/** Replaces the `waitingFor` of a waiting task. */
export const waiter =
  ({ clock }: Pick<SteadyPorts, 'clock'>) =>
  async (stores: Stores, before: Task, what: Omit<WaitingFor, 'since'>): Promise<void> => {
    const now = clock();
    const after: Task = { ...before, waitingFor: { ...what, since: now }, updatedAt: now };
    await stores.tasks.update(after, before);
    await syncInboxForTask(stores, after, before);
  };

/** A plain transition does not name what the task waits for; its reason is the best description. */
const otherwise = (reason: string | null | undefined): Omit<WaitingFor, 'since'> => ({
  kind: 'other',
  who: null,
  what: cut(reason?.trim() || 'Waiting without a stated reason.', LIMITS.title),
});
