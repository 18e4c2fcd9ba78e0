import type { Caller } from '../access/caller.ts';
import { systemCaller } from '../access/system.ts';
import type { Stores } from '../ports.ts';
import { needsAttention } from '../tasks/subtasks.ts';
import { move, type Task, taskEntity, type WokenBy } from '../tasks/task.ts';
import type { EventDraft, Record } from './record.ts';

const REASONS: Readonly<{ [By in WokenBy]: string }> = {
  children_closed: 'All sub-tasks are closed.',
  child_needs_attention: 'A sub-task needs attention.',
};

/** `save-task.ts` wakes parents, so it passes its function. */
type Save = (
  stores: Stores,
  by: Caller,
  change: { readonly before: Task; readonly after: Task; readonly event?: Omit<EventDraft, 'entity'> },
) => Promise<Task>;

interface Waker {
  readonly save: Save;
  readonly record: Record;
  readonly now: number;
  readonly workspaceId: string;
  /** False if no child can need attention that the task was not notified of: then none is read. */
  readonly checksAttention: boolean;
}

/**
 * Ends the wait of a task for its children, if no child is open or one needs attention that it was not notified of: back
 * to todo, first in its agent's queue. Returns the task as it is then; null if no child can wake it.
 */
export async function wakeParent(
  stores: Stores,
  taskNumber: number,
  { save, record, now, workspaceId, checksAttention }: Waker,
): Promise<Task | null> {
  const task = await stores.subtasks.following(taskNumber);
  if (task?.waitingFor?.kind !== 'children') return task;
  const reads = checksAttention && task.children.open > 0;
  const unnotified = reads ? (await stores.subtasks.children(taskNumber)).filter(needsAttention) : [];
  if (task.children.open > 0 && unnotified.length === 0) return task;
  const wokenBy = unnotified.length > 0 ? 'child_needs_attention' : 'children_closed';
  const by = systemCaller(workspaceId);
  for (const child of unnotified) {
    const waitingFor = child.waitingFor && { ...child.waitingFor, notified: true };
    await save(stores, by, { before: child, after: { ...child, waitingFor } });
  }
  const member = task.assignee && (await stores.members.byId(task.assignee.id));
  const moved = move(task, 'todo', now);
  const work = {
    ...moved.work,
    wokenBy,
    notBefore: null,
    backTo: member?.type === 'agent' ? member.id : null,
  } as const;
  const woken = await save(stores, by, {
    before: task,
    after: { ...moved, work },
    event: {
      action: 'transitioned',
      changes: [{ field: 'status', oldValue: task.status, newValue: 'todo' }],
      reason: REASONS[wokenBy],
    },
  });
  await record(stores, by, {
    entity: taskEntity(task),
    action: 'woken',
    changes: [{ field: 'wokenBy', oldValue: null, newValue: wokenBy }],
  });
  return woken;
}
