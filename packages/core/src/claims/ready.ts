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
}

/** Wakes one who waits for such work, if the task is ready. */
export function raiseReady(
  { signals }: Pick<Stores, 'signals'>,
  workspaceId: string,
  task: Task,
  now: number,
): void {
  if (!isReady(task, now)) return;
  const about: ReadyTask = {
    number: task.taskNumber,
    agentId: task.assignee?.id ?? null,
    projectId: task.project?.id ?? null,
    labelIds: task.labels.map(({ id }) => id),
    priority: task.priority,
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
