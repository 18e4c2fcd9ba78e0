import type { Caller } from '../access/caller.ts';
import type { Stores } from '../ports.ts';
import { unfinished } from '../tasks/subtasks.ts';
import type { Task } from '../tasks/task.ts';
import { checkProof } from './check-proof.ts';

/** 422 CHILDREN_OPEN when a task with open children would become done. */
export async function checkChildrenClosed({ subtasks }: Pick<Stores, 'subtasks'>, task: Task): Promise<void> {
  if (task.children.open === 0) return;
  throw unfinished(await subtasks.children(task.taskNumber));
}

/** 422 CHILDREN_OPEN or PROOF_MISSING when an existing task may not become done yet. */
export async function checkDone(stores: Stores, by: Caller, task: Task): Promise<void> {
  await checkChildrenClosed(stores, task);
  await checkProof(stores, by, task);
}
