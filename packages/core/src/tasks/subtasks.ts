import { Refusal } from '../shared/refusal.ts';
import type { Usage } from '../usage/usage.ts';
import { type Blocker, isOpen } from './status.ts';
import type { ChildCounts, Task, TaskWork } from './task.ts';

/*
 * Sub-tasks (docs/rules.md). A tree is small enough that one unit of work can visit all of it.
 */

/** A root has depth 0. */
export const MAX_DEPTH = 5;
/** Direct children of a task in any state. */
export const MAX_CHILDREN = 200;
/** Tasks in a tree, its root included. */
export const MAX_TREE = 1_000;
/** Children listed in a refusal. */
const MAX_LISTED = 20;

/** What happens to the open children of a task that is canceled or archived. */
export const CHILDREN_CHOICES = ['cancel', 'detach'] as const;
export type ChildrenChoice = (typeof CHILDREN_CHOICES)[number];

export interface ArchiveOptions {
  readonly children?: ChildrenChoice | undefined;
}

/** The part of a tree at and below a task. */
export interface Subtree {
  /** Tasks, the task included. */
  readonly size: number;
  /** Levels below the task. */
  readonly height: number;
  /** Direct children in any state. */
  readonly children: number;
}

/** What a task used itself, and with everything below it. */
export interface TreeUsage {
  readonly own: Usage;
  readonly tree: Usage;
}

/** The start or the end of a task, in the order that parents and blockers impose. */
export interface Moment {
  readonly taskNumber: number;
  readonly at: 'start' | 'end';
}

/** Whether the task keeps its descendants from being handed out. */
export const holdsDescendants = ({
  status,
  archived,
  blocked,
  overBudget,
}: Pick<Task, 'status' | 'archived' | 'blocked' | 'overBudget'>) =>
  overBudget || archived || blocked || status === 'backlog' || status === 'canceled';

/** Whether the open children of a task keep it from being handed out: they are the work, unless it was woken. */
export const awaitsChildren = ({
  children,
  work: { wokenBy = null },
}: {
  readonly children?: Pick<ChildCounts, 'open'>;
  readonly work: Partial<Pick<TaskWork, 'wokenBy'>>;
}): boolean => children !== undefined && children.open > 0 && wokenBy === null;

/** Whether the end of a child may wake the task or make it ready. */
export const followsChildren = (task: Pick<Task, 'status' | 'children' | 'work'>): boolean =>
  task.status === 'waiting' || (task.status === 'todo' && !awaitsChildren(task));

/** Whether the task counts among the open children of its parent. */
export const isOpenChild = ({ status, archived }: Pick<Task, 'status' | 'archived'>): boolean =>
  isOpen(status) && !archived;

/** Whether the task needs attention that its parent was not notified of. */
export const needsAttention = ({ archived, waitingFor }: Pick<Task, 'archived' | 'waitingFor'>): boolean =>
  !archived && waitingFor?.kind === 'attention' && !waitingFor.notified;

/** 409 PARENT_CLOSED for a parent that takes no children. */
export function checkTakesChildren({ taskNumber, status, archived }: Task): void {
  if (isOpen(status) && !archived) return;
  throw new Refusal(
    'PARENT_CLOSED',
    `Task ${taskNumber} is ${archived ? 'archived' : status} and takes no sub-tasks. Reopen or unarchive it first.`,
  );
}

/** 409 LIMIT_REACHED when `added` subtrees do not fit below a parent at this depth, in a tree of this size. */
export function checkFits(
  parent: Pick<Subtree, 'children'> & { readonly depth: number; readonly treeSize: number },
  added: Pick<Subtree, 'size' | 'height'> & { readonly count: number },
): void {
  const problem =
    parent.depth + 1 + added.height > MAX_DEPTH
      ? `Sub-tasks can be at most ${MAX_DEPTH} levels deep.`
      : parent.children + added.count > MAX_CHILDREN
        ? `A task can have at most ${MAX_CHILDREN} direct sub-tasks, whatever their state.`
        : parent.treeSize + added.size > MAX_TREE
          ? `A tree can have at most ${MAX_TREE} tasks.`
          : undefined;
  if (problem) throw new Refusal('LIMIT_REACHED', `${problem} Choose another parent.`);
}

/** 409 CYCLE_DETECTED when a parent would make tasks wait for each other. */
export const cyclicParent = () =>
  new Refusal(
    'CYCLE_DETECTED',
    'With this parent, tasks would wait for each other. Choose another parent, or remove a blocker first.',
  );

/** 422 CHILDREN_OPEN for a move to done. */
export const unfinished = (children: readonly Task[]): Refusal =>
  childrenOpen(children, 'Finish, cancel or detach them first.');

/** 422 CHILDREN_OPEN with the first open children. */
export const childrenOpen = (children: readonly Task[], next: string) =>
  new Refusal('CHILDREN_OPEN', `The task has open sub-tasks. ${next}`, {
    details: {
      children: children
        .filter(isOpenChild)
        .slice(0, MAX_LISTED)
        .map(({ taskNumber, title, status }) => ({ taskNumber, title, status })),
    },
  });

/** 422 PARENT_DONE for a child that would be open below a done parent. */
export function checkParentNotDone(parent: Task | undefined): void {
  if (parent?.status !== 'done') return;
  throw new Refusal('PARENT_DONE', `The parent task ${parent.taskNumber} is done. Reopen it first.`);
}

/** 422 ANCESTOR_BLOCKED with the tasks that keep the task from being handed out. */
export const ancestorBlocked = (blockers: readonly Blocker[]) =>
  new Refusal(
    'ANCESTOR_BLOCKED',
    'A task above this one is blocked, in the backlog, canceled or archived. Claim another task, or ask a person.',
    { details: { blockers } },
  );

/** 422 ANCESTOR_BLOCKED for a task in a tree that is being imported. */
export const beingImported = () =>
  new Refusal(
    'ANCESTOR_BLOCKED',
    'The task or one above it is being imported. Claim another task, or ask an admin to finish or undo the import.',
    { details: { blockers: [] } },
  );
