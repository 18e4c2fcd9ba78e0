import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { inboxOf } from '../../notifications/notification.ts';
import type { Ports } from '../../ports.ts';
import { recorder } from '../../steps/record.ts';
import { syncReviewersInInbox } from '../../steps/update-inbox.ts';
import { checkSubscribed } from '../subscriptions.ts';
import { type TaskRef, taskEntity } from '../task.ts';

/** Subscriptions to a task's transitions; a service subscribes the person behind it. */
export function subscriptionUseCases(ports: Ports) {
  const { storage } = ports;
  const record = recorder(ports);

  const setSubscribed = (caller: Caller, ref: TaskRef, wanted: boolean): Promise<void> =>
    storage.write(caller.workspaceId, async (stores) => {
      const task = await requireTask(stores, ref);
      const memberId = inboxOf(caller);
      const isSubscribed = () => stores.subscriptions.has(task.taskNumber, memberId);
      if ((await isSubscribed()) === wanted) return;
      if (wanted) await stores.subscriptions.add(task.taskNumber, [memberId]);
      else await stores.subscriptions.remove(task.taskNumber, memberId);
      if (wanted) checkSubscribed(await isSubscribed());
      await syncReviewersInInbox(stores, task);
      await record(stores, caller, {
        entity: taskEntity(task),
        action: wanted ? 'subscribed' : 'unsubscribed',
      });
    });

  return {
    /** Whether the caller is subscribed. Separate from the task, which is the same for every caller. */
    get: (caller: Caller, ref: TaskRef): Promise<boolean> =>
      storage.read(caller.workspaceId, async (stores) => {
        const { taskNumber } = await requireTask(stores, ref);
        return stores.subscriptions.has(taskNumber, inboxOf(caller));
      }),
    /** Repeatable. 409 LIMIT_REACHED when the task has MAX_SUBSCRIBERS. */
    subscribe: (caller: Caller, ref: TaskRef) => setSubscribed(caller, ref, true),
    /** Repeatable. */
    unsubscribe: (caller: Caller, ref: TaskRef) => setSubscribed(caller, ref, false),
  };
}
