import type { Page, PageSlice } from '../shared/page.ts';
import type { Criterion } from './criteria.ts';
import type { Part, Result } from './result.ts';

export interface CriterionStore {
  /** In their order. */
  of(taskNumber: number): Promise<readonly Criterion[]>;
  /** The same for rules and changes, which leave none out: `Damaged` when one cannot be read. */
  whole(taskNumber: number): Promise<readonly Criterion[]>;
  /** From now on these are all that the task has. */
  replace(taskNumber: number, criteria: readonly Criterion[]): Promise<void>;
}

export interface ResultStore {
  /** The files that its evidence names are on the task from now on. */
  insert(result: Result): Promise<void>;
  /** Saves the review of a result. */
  review(result: Result): Promise<void>;
  /** From now on its part is `withdrawn`. */
  withdraw(id: string): Promise<void>;
  byId(id: string): Promise<Result | null>;
  /** Newest first. */
  list(taskNumber: number, page: PageSlice): Promise<Page<Result>>;
  /** The last one of a task that is one of these parts. */
  last(taskNumber: number, parts: readonly Part[]): Promise<Result | null>;
  /** Whether the task has a result of another author, or one that has been reviewed. */
  hasOthers(taskNumber: number, authorId: string): Promise<boolean>;
  /** Whether there is a succeeded one that came at or after a time. */
  hasSucceeded(taskNumber: number, since: number): Promise<boolean>;
}
