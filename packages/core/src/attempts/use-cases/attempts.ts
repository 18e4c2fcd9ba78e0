import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import type { TaskRef } from '../../tasks/task.ts';
import { type Attempt, shownAttempt } from '../attempt.ts';

/** The record of the runs at a task (docs/rules.md, Attempts). */
export const attemptUseCases = ({ storage, clock, steadyClock }: SteadyPorts) => ({
  /** Newest first. */
  list: (caller: Caller, ref: TaskRef, page: PageRequest): Promise<Page<Attempt>> =>
    storage.read(caller.workspaceId, async (stores) => {
      const task = await requireTask(stores, ref);
      const found = await stores.attempts.list(task.taskNumber, pageSlice(page));
      const now = { clock: clock(), steady: steadyClock() };
      return { ...found, items: found.items.map((record) => shownAttempt(record, now)) };
    }),
});
