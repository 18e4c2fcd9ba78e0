import type { Page, PageSlice } from '../shared/page.ts';
import type { Criterion } from './criteria.ts';
import type { Part, Result } from './result.ts';

export interface CriterionStore {
  /** In their order. */
  of(taskNumber: number): Promise<readonly Criterion[]>;
  /** Like `of`, for rules and changes, which must not skip any: throws `Damaged` if one is unreadable. */
  allOf(taskNumber: number): Promise<readonly Criterion[]>;
  /** Replaces all criteria of the task. */
  replace(taskNumber: number, criteria: readonly Criterion[]): Promise<void>;
}

export interface ResultStore {
  /** Also attaches the files named in the evidence to the task. */
  insert(result: Result): Promise<void>;
  /** Saves the review of a result. */
  review(result: Result): Promise<void>;
  /** Sets its part to `withdrawn`. */
  withdraw(id: string): Promise<void>;
  byId(id: string): Promise<Result | null>;
  /** Newest first. */
  list(taskNumber: number, page: PageSlice): Promise<Page<Result>>;
  /** The last result of a task whose part is one of these. */
  last(taskNumber: number, parts: readonly Part[]): Promise<Result | null>;
  /** The last result that succeeded and is not interim: what the task has produced. */
  lastSucceeded(taskNumber: number): Promise<Result | null>;
  /** Number of results that were accepted without their proof at or after a time. */
  countOverridden(since: number): Promise<number>;
  /** Whether the task has a result by another author, or a reviewed one. */
  hasOthers(taskNumber: number, authorId: string): Promise<boolean>;
  /** Whether a result posted at or after a time has succeeded. */
  hasSucceeded(taskNumber: number, since: number): Promise<boolean>;
}
