import type { TaskWithRelations } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

/* The queries of a task's page. All keys begin with `task` and the number, so that a task's events refresh only its own page. */

/** Results include their evidence, and most are folded, so pages are small. */
const FEW = 10;

/** A task with the ETag that a change sends as its precondition. */
export type TaskNow = TaskWithRelations & { readonly etag?: string | undefined };

export const task = (taskNumber: number) =>
  queryOptions({
    queryKey: ['task', taskNumber],
    queryFn: async ({ signal }): Promise<TaskNow> => {
      const { data, etag } = await tandem.tasks.get(taskNumber, { signal }).withResponse();
      return { ...data, etag };
    },
  });

/** True if the person is notified of the task's moves. */
export const taskSubscription = (taskNumber: number) =>
  queryOptions({
    queryKey: ['task', taskNumber, 'subscription'],
    queryFn: ({ signal }) => tandem.tasks.subscription(taskNumber, { signal }),
  });

export const taskResults = (taskNumber: number) =>
  listOf(['task', taskNumber, 'results'], (page, options) =>
    tandem.results.list(taskNumber, { ...page, limit: FEW }, options),
  );

/** Runs of the checks of a task's results, with their outputs; newest first, also those that are void. */
export const taskVerifications = (taskNumber: number) =>
  listOf(['task', taskNumber, 'verifications'], (page, options) =>
    tandem.verifications.ofTask(taskNumber, { ...page, limit: FEW }, options),
  );

/** Open and answered ones, newest first. */
export const taskQuestions = (taskNumber: number) =>
  listOf(['task', taskNumber, 'questions'], (page, options) =>
    tandem.questions.list({ ...page, task: String(taskNumber) }, options),
  );

/** Newest first. */
export const taskComments = (taskNumber: number) =>
  listOf(['task', taskNumber, 'comments'], (page, options) =>
    tandem.tasks.comments(taskNumber, { ...page, order: 'desc' }, options),
  );

export const taskAttachments = (taskNumber: number) =>
  listOf(['task', taskNumber, 'attachments'], (page, options) =>
    tandem.tasks.attachments(taskNumber, page, options),
  );

export const taskActivity = (taskNumber: number) =>
  listOf(['task', taskNumber, 'activity'], (page, options) =>
    tandem.tasks.activity(taskNumber, page, options),
  );
