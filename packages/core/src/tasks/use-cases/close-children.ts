import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { Stores } from '../../ports.ts';
import { afterEndOf } from '../../steps/fence.ts';
import type { ChildrenChoice } from '../subtasks.ts';
import type { Task } from '../task.ts';
import type { Combined } from './within.ts';

interface Closing {
  readonly children?: ChildrenChoice | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * Cancels or detaches the open children of a task that has just been canceled or archived, and returns the task after
 * that. Each child is changed by an operation of its own, with its checks and hooks, and canceled with everything below
 * it; one refusal refuses all.
 */
export async function closeChildren(
  { operations, stores }: { readonly operations: Combined; readonly stores: Stores },
  by: Caller,
  { before, after }: { readonly before: Task; readonly after: Task },
  { children, reason }: Closing,
): Promise<Task> {
  if (!children || before.children.open === 0) return after;
  const { taskNumber, claim } = before;
  const caller = afterEndOf(claim, by);
  for (const child of await stores.subtasks.openChildren(taskNumber))
    if (children === 'cancel')
      await operations.tasks.transition(caller, child, { to: 'canceled', reason, children });
    else await operations.tasks.update(caller, child, { parentTaskNumber: null });
  return requireTask(stores, taskNumber);
}
