import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

/** Newest first. */
export const taskAttempts = (taskNumber: number) =>
  listOf(['task', taskNumber, 'attempts'], (page, options) =>
    tandem.attempts.list(taskNumber, page, options),
  );
