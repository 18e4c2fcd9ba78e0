import type { Caller } from '../access/caller.ts';
import type { Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';
import type { ReadyFilter } from './store.ts';

/** Raised when a task has become ready, or agents may take more; whoever waits for work hears of it. */
export const workTopic = (workspaceId: string): string => `work ${workspaceId}`;

/** Raised when an agent holds a task less, or may hold one more. */
export const roomTopic = (agentId: string): string => `room ${agentId}`;

/** Whether a task waits for an agent to take it, whichever; `now` by the clock. */
export const isReady = (task: Task, now: number): boolean =>
  task.status === 'todo' &&
  !task.archived &&
  !task.blocked &&
  task.claim === null &&
  (task.work.notBefore === null || task.work.notBefore <= now);

/** What has to be known of a task to tell whose work it is. */
export interface ReadyTask {
  readonly number: number;
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly labelIds: readonly string[];
  readonly priority: string;
  /** The agent whose own change has made it ready. */
  readonly by: string | null;
}

/**
 * Wakes one who waits for such work, if the task is ready; but not the agent by whose own change it is: it would be
 * woken by what it does itself, for ever. It finds the task when its wait is over.
 */
export function raiseReady(
  { signals }: Pick<Stores, 'signals'>,
  workspaceId: string,
  task: Task,
  now: number,
  by?: Caller,
): void {
  if (!isReady(task, now)) return;
  const about: ReadyTask = {
    number: task.taskNumber,
    agentId: task.assignee?.id ?? null,
    projectId: task.project?.id ?? null,
    labelIds: task.labels.map(({ id }) => id),
    priority: task.priority,
    by: by?.type === 'agent' ? by.id : null,
  };
  signals.raise({ topic: workTopic(workspaceId), toOne: true, about });
}

/** Whether a claimer may want what has become ready; what it really gets is decided when it looks. */
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

/** Whether a claimer is to be woken by what has become ready. */
export const wakes = (agentId: string, filter: ReadyFilter, about: unknown): boolean =>
  (about as ReadyTask | undefined)?.by !== agentId && wants(agentId, filter, about);
