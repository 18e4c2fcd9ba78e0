import type { Caller, CallerType } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';
import type { KeptRelation, Relation } from './relations.ts';
import { type Blocker, isOpen, type TaskStatus } from './status.ts';
import type { Task } from './task.ts';

/** What is in the way of a task is for people to take away: whoever it holds up would let itself go on. */
export const forPeople = (what: string, instead: string) =>
  new Refusal('HUMANS_ONLY', `Only people may ${what}. Ask a person${instead}.`, {
    details: { validTransitions: [] },
  });

/**
 * 403 when an agent or a service removes a relation by which a task is blocked: one that a person made, or the
 * last that keeps an open task from being started. `openBlockers` are those of the task that it blocks.
 */
export function checkUnrelate(
  by: CallerType,
  relation: Pick<KeptRelation, 'kind' | 'from' | 'madeBy'>,
  blocked: TaskStatus,
  openBlockers: readonly Blocker[],
): void {
  if (by === 'human' || relation.kind !== 'blocks') return;
  if (relation.madeBy === 'human') {
    throw forPeople('remove what a person has put before a task', ', or finish or cancel the blocker');
  }
  const [last, another] = openBlockers;
  if (isOpen(blocked) && !another && last?.taskNumber === relation.from) {
    throw forPeople('remove the last blocker of an open task', ', or finish or cancel the blocker');
  }
}

/**
 * 403 when an agent or a service deletes a task, and with it what blocks others or itself: a relation that a
 * person made, or one by which it, being open, holds up an open task.
 */
export function checkDelete(by: CallerType, status: TaskStatus, relations: readonly Relation[]): void {
  if (by === 'human') return;
  const blocks = relations.filter(({ type }) => type === 'blocks' || type === 'blocked_by');
  if (blocks.some(({ madeBy }) => madeBy === 'human')) {
    throw forPeople('delete a task that a person has put before another, or another before it', '');
  }
  if (isOpen(status) && blocks.some(({ type, task }) => type === 'blocks' && isOpen(task.status))) {
    throw forPeople('delete an open task that blocks another', ', or cancel it first');
  }
}

/**
 * 403 when an agent or a service cancels an open task that a person put before another one: canceling it would free
 * the other as removing the relation does. Its own tasks and those of agents it may cancel.
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
    throw forPeople('cancel a task that a person has put before another', ', or finish it');
  }
}
