import type { Caller } from '../../access/caller.ts';
import { type ActivityEntry, entryPage } from '../../activity/entry.ts';
import { requireTask, withRelations } from '../../lookup/tasks.ts';
import type { SteadyPorts } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import type { Waits } from '../../waits/waits.ts';
import { type TaskWithUsage, taskViewer } from '../seen.ts';
import type { TaskRef } from '../task.ts';
import { taskArchive } from './archive.ts';
import { bulkUseCases } from './bulk.ts';
import { childCreator, taskCreator } from './create.ts';
import { taskCounter, taskLister } from './list.ts';
import { taskPutter } from './put.ts';
import { taskSplitter } from './split.ts';
import { taskTransitions } from './transition.ts';
import { taskUpdater } from './update.ts';
import type { Within } from './within.ts';

/** Use cases for tasks (docs/rules.md, Tasks). */
export function taskUseCases(ports: SteadyPorts, _waits: Waits, within: Within) {
  const { storage } = ports;
  const { seen } = taskViewer(ports);

  return {
    list: taskLister(ports),

    counts: taskCounter(ports),

    get: (caller: Caller, ref: TaskRef): Promise<TaskWithUsage> =>
      storage.read(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        const usage = await stores.subtasks.usageOf(task.taskNumber);
        return { usage, ...(await withRelations(stores, seen(task))) };
      }),

    create: taskCreator(ports),

    createChild: childCreator(ports),

    put: taskPutter(ports, within),

    update: taskUpdater(ports),

    transition: taskTransitions(ports, within),

    split: taskSplitter(ports, within),

    ...taskArchive(ports, within),

    ...bulkUseCases(ports, within),

    /** The events of the task, newest first. */
    activity: (caller: Caller, ref: TaskRef, page: PageRequest): Promise<Page<ActivityEntry>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        return entryPage(pageSlice(page), (slice) => stores.events.ofEntity('task', task.id, slice));
      }),
  };
}
