import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import type { TaskRef } from '../../tasks/task.ts';
import type { Result } from '../result.ts';
import { resultPoster } from './post.ts';
import { resultReviewer } from './review.ts';

/** Results of work on a task and their reviews (docs/rules.md, Results). */
export const resultUseCases = (ports: SteadyPorts) => ({
  post: resultPoster(ports),
  review: resultReviewer(ports),

  /** Newest first. */
  list: (caller: Caller, ref: TaskRef, page: PageRequest): Promise<Page<Result>> =>
    ports.storage.read(caller.workspaceId, async (stores) => {
      const task = await requireTask(stores, ref);
      return stores.results.list(task.taskNumber, pageSlice(page));
    }),
});
