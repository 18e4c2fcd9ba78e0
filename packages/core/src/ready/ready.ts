import type { Caller } from '../access/caller.ts';
import type { Signal } from '../shared/signals.ts';
import { awaitsChildren } from '../tasks/subtasks.ts';
import type { ChildCounts, Priority, Task, TaskWork } from '../tasks/task.ts';

/** Raised when a task becomes ready or agents may claim more; wakes claimers that wait for work. */
export const workTopic = (workspaceId: string): string => `work ${workspaceId}`;

/** Raised when the agent gives up a task or may hold more. */
export const capacityTopic = (agentId: string): string => `room ${agentId}`;

/** Wakes all waiting claimers: any number of tasks may have become ready. */
export const manyReadySignal = (workspaceId: string): Signal => ({
  topic: workTopic(workspaceId),
  toOne: false,
});

/**
 * Whether the task can be claimed by some agent; `now` is by the clock.
 *
 * @example
 * isReady({ status: 'todo', archived: false, blocked: false, claim: null, work: { notBefore: null } }, Date.now()); // true
 */
export const isReady = (
  task: Pick<Task, 'status' | 'archived' | 'blocked'> & {
    readonly claim: object | null;
    readonly work: Pick<TaskWork, 'notBefore'> & Partial<Pick<TaskWork, 'wokenBy'>>;
    readonly held?: boolean;
    readonly overBudget?: boolean;
    readonly children?: Pick<ChildCounts, 'open'>;
  },
  now: number,
): boolean =>
  task.status === 'todo' &&
  !task.archived &&
  !task.blocked &&
  task.claim === null &&
  !task.held &&
  !task.overBudget &&
  !awaitsChildren(task) &&
  (task.work.notBefore === null || task.work.notBefore <= now);

/** The properties of a ready task that claim filters depend on. */
export interface ReadyTask {
  readonly number: number;
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly labelIds: readonly string[];
  readonly priority: string;
  /** The agent whose own change made the task ready. */
  readonly by: string | null;
}

export const readyTask = (task: Task, by?: Caller): ReadyTask => ({
  number: task.taskNumber,
  agentId: task.assignee?.id ?? null,
  projectId: task.project?.id ?? null,
  labelIds: task.labels.map(({ id }) => id),
  priority: task.priority,
  by: by?.type === 'agent' ? by.id : null,
});

/**
 * Wakes one waiting claimer for a ready task, except the agent whose change made it ready: that agent would wake
 * itself in a loop. It finds the task when its poll ends.
 */
export const readySignal = (workspaceId: string, task: Task, by?: Caller): Signal => ({
  topic: workTopic(workspaceId),
  toOne: true,
  about: readyTask(task, by),
});

/** Whether a claimer with this filter may want the ready task. The search decides whether it gets it. */
export function wants(agentId: string, filter: ReadyFilter, about: unknown): boolean {
  if (about === undefined) return true;
  const task = about as ReadyTask;
  const { projectId, labelIds, priorities } = filter;
  return (
    (task.agentId === null || task.agentId === agentId) &&
    (projectId === undefined || task.projectId === projectId) &&
    (priorities === undefined || priorities.some((priority) => priority === task.priority)) &&
    (labelIds === undefined || task.labelIds.some((id) => labelIds.includes(id)))
  );
}

/** Whether the signal wakes this claimer. */
export const wakes = (agentId: string, filter: ReadyFilter, about: unknown): boolean =>
  (about as ReadyTask | undefined)?.by !== agentId && wants(agentId, filter, about);

/** The filter of a claimer; undefined matches everything. */
export interface ReadyFilter {
  readonly projectId?: string | undefined;
  /** Ids; any of them matches. */
  readonly labelIds?: readonly string[] | undefined;
  readonly priorities?: readonly Priority[] | undefined;
}
