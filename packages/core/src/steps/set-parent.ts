import type { Caller } from '../access/caller.ts';
import { requireTask } from '../lookup/tasks.ts';
import { humansOnly } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { all } from '../shared/all.ts';
import { invalid } from '../shared/refusal.ts';
import { checkFits, checkParentNotDone, checkTakesChildren, cyclicParent } from '../tasks/subtasks.ts';
import type { ParentRef, Task } from '../tasks/task.ts';
import { taskSaver } from './save-task.ts';

export const parentRef = ({ id, taskNumber, title }: Task): ParentRef => ({ id, taskNumber, title });

/** The task named as a parent; 400 at the field if there is none. */
export async function resolveParent({ tasks }: Pick<Stores, 'tasks'>, taskNumber: number): Promise<Task> {
  const parent = await tasks.byNumber(taskNumber);
  if (!parent) throw invalid({ parentTaskNumber: 'must be the number of a task in this workspace' });
  return parent;
}

/** 409 PARENT_CLOSED or LIMIT_REACHED unless the parent takes this many new tasks as its children. */
export async function checkTakes(
  stores: Pick<Stores, 'subtasks'>,
  parent: Task,
  count: number,
): Promise<void> {
  checkTakesChildren(parent);
  await checkFitsBelow(stores, parent, count);
}

/** 409 LIMIT_REACHED unless this many new tasks without children fit below the parent, in any state. */
export async function checkFitsBelow(
  stores: Pick<Stores, 'subtasks'>,
  parent: Task,
  count: number,
): Promise<void> {
  const { children, depth, treeSize } = await placeOf(stores, parent);
  checkFits({ children, depth, treeSize }, { count, size: count, height: 0 });
}

/** 409 PARENT_CLOSED, CYCLE_DETECTED or LIMIT_REACHED unless the task with all below it may move below the parent. */
export async function checkMovesBelow(
  stores: Pick<Stores, 'subtasks'>,
  task: Task,
  parent: Task,
): Promise<void> {
  const { subtasks } = stores;
  checkTakesChildren(parent);
  const [child, above] = [task.taskNumber, parent.taskNumber];
  const isCyclic =
    child === above ||
    (await subtasks.precedes(
      { taskNumber: child, at: 'start' },
      { taskNumber: above, at: 'start' },
      child,
    )) ||
    (await subtasks.precedes({ taskNumber: above, at: 'end' }, { taskNumber: child, at: 'end' }, child));
  if (isCyclic) throw cyclicParent();
  const [place, own, ancestors] = await all(
    placeOf(stores, parent),
    subtasks.subtree(child),
    subtasks.ancestors(child),
  );
  const isSameTree = (ancestors.at(-1) ?? task).taskNumber === place.root;
  checkFits(place, { count: 1, size: isSameTree ? 0 : own.size, height: own.height });
}

/** Where the children of a task are in its tree. */
async function placeOf({ subtasks }: Pick<Stores, 'subtasks'>, task: Task) {
  const ancestors = task.parent ? await subtasks.ancestors(task.taskNumber) : [];
  const root = (ancestors.at(-1) ?? task).taskNumber;
  const [own, tree] = await all(
    subtasks.subtree(task.taskNumber),
    root === task.taskNumber ? null : subtasks.subtree(root),
  );
  return { root, depth: ancestors.length, children: own.children, treeSize: (tree ?? own).size };
}

/** 422 PARENT_DONE if the task, which is about to be open and not archived, has a done parent. */
export async function checkOpensBelow({ tasks }: Pick<Stores, 'tasks'>, { parent }: Task): Promise<void> {
  if (parent) checkParentNotDone((await tasks.byNumber(parent.taskNumber)) ?? undefined);
}

/**
 * 403 when an agent or a service would move a task out of a tree with a budget: its usage moves along, so the limit
 * would no longer hold.
 */
export async function checkStaysInBudget(
  { subtasks }: Pick<Stores, 'subtasks'>,
  by: Caller,
  task: Task,
  parent: Task | null,
): Promise<void> {
  if (by.type === 'human' || !task.parent) return;
  const budgeted = (await subtasks.ancestors(task.taskNumber)).filter(({ budget }) => budget !== null);
  if (budgeted.length === 0) return;
  const above = parent ? [parent, ...(await subtasks.ancestors(parent.taskNumber))] : [];
  const stays = new Set(above.map(({ taskNumber }) => taskNumber));
  if (budgeted.some(({ taskNumber }) => !stays.has(taskNumber)))
    throw humansOnly('move a task out of a tree that has a budget');
}

export type SetParent = (stores: Stores, by: Caller, task: Task, parent: Task | null) => Promise<Task>;

/** Moves a task below a parent, or detaches it. The caller checks first that it may. */
export function parentSetter(ports: SteadyPorts): SetParent {
  const save = taskSaver(ports);
  const numberOf = (parent: ParentRef | null) => (parent ? String(parent.taskNumber) : null);

  return async (stores, by, before, parent) => {
    const moved = { ...before, parent: parent && parentRef(parent), updatedAt: ports.clock() };
    const changes = [
      { field: 'parent', oldValue: numberOf(before.parent), newValue: numberOf(moved.parent) },
    ];
    await save(stores, by, { before, after: moved, event: { action: 'parented', changes } });
    const after = await requireTask(stores, before.taskNumber);
    // The storage checks whether the new ancestors still keep it from being handed out.
    return save(stores, by, { before: after, after, freed: true });
  };
}
