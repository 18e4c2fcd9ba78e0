import type { Caller } from '../access/caller.ts';
import { isReady, type ReadyTask, workTopic } from '../claims/ready.ts';
import type { Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';

/**
 * Wakes one waiting claimer if the task is ready, except the agent whose change made it ready: that agent would wake
 * itself in a loop. It finds the task when its poll ends.
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
