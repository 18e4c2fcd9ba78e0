import type { Caller, CallerType } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Relation, StoredRelation } from './relations.ts';
import { type Blocker, isOpen, type TaskStatus } from './status.ts';
import type { Task } from './task.ts';

/** Only people can remove blockers; otherwise a blocked agent could unblock itself. */
export const forPeople = (what: string, instead: string) =>
  new Refusal('HUMANS_ONLY', `Only people may ${what}. Ask a person${instead}.`, {
    details: { validTransitions: [] },
  });

/**
 * 403 when an agent or a service removes a `blocks` relation that a person made, or the last one that keeps an open
 * task from starting. `openBlockers` are the blockers of the blocked task.
 */
export function checkUnrelate(
  by: CallerType,
  relation: Pick<StoredRelation, 'kind' | 'from' | 'madeBy'>,
  blocked: TaskStatus,
  openBlockers: readonly Blocker[],
): void {
  if (by === 'human' || relation.kind !== 'blocks') return;
  if (relation.madeBy === 'human') {
    throw forPeople('remove a blocker that a person added', ', or finish or cancel the blocker');
  }
  const [last, another] = openBlockers;
  if (isOpen(blocked) && !another && last?.taskNumber === relation.from) {
    throw forPeople('remove the last blocker of an open task', ', or finish or cancel the blocker');
  }
}

/**
 * 403 when an agent or a service deletes a task along with a blocking relation that a person made, or an open task
 * that still blocks an open task.
 */
export function checkDelete(by: CallerType, status: TaskStatus, relations: readonly Relation[]): void {
  if (by === 'human') return;
  const blocks = relations.filter(({ type }) => type === 'blocks' || type === 'blocked_by');
  if (blocks.some(({ madeBy }) => madeBy === 'human')) {
    throw forPeople('delete a task with a blocking relation that a person made', '');
  }
  if (isOpen(status) && blocks.some(({ type, task }) => type === 'blocks' && isOpen(task.status))) {
    throw forPeople('delete an open task that blocks another', ', or cancel it first');
  }
}

/**
 * 403 when an agent or a service cancels an open task that a person made a blocker of another: canceling it unblocks
 * the other, just like removing the relation. Tasks created by the caller or by agents are exempt.
 */
export function checkCancel(
  by: Pick<Caller, 'type' | 'id'>,
  task: Pick<Task, 'fromAgent' | 'creatorId'>,
  relations: readonly Relation[],
): void {
  if (by.type === 'human' || task.fromAgent || task.creatorId === by.id) return;
  if (
    relations.some(
      ({ type, madeBy, task: other }) => type === 'blocks' && madeBy === 'human' && isOpen(other.status),
    )
  ) {
    throw forPeople('cancel a task that a person made a blocker of another', ', or finish it');
  }
}
