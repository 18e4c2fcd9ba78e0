import type { Page, PageSlice } from '../shared/page.ts';
import type { Question, QuestionStatus } from './question.ts';

export interface QuestionFilter {
  readonly statuses: readonly QuestionStatus[];
  /** Whom it names: any of these, where null is nobody. */
  readonly to?: readonly (string | null)[] | undefined;
  readonly taskNumber?: number | undefined;
}

export interface QuestionStore {
  insert(question: Question): Promise<void>;
  /** Saves its status and its answer. */
  close(question: Question): Promise<void>;
  /** The open questions of a task block it no more. */
  unblock(taskNumber: number): Promise<void>;
  byId(id: string): Promise<Question | null>;
  /** Newest first. */
  list(filter: QuestionFilter, page: PageSlice): Promise<Page<Question>>;
  /** Those of a task that are open, oldest first. */
  openOf(taskNumber: number): Promise<readonly Question[]>;
  /** How many open ones somebody has asked, counted up to `atMost`. */
  countOpenBy(askerId: string, atMost: number): Promise<number>;
  /** The last ones of a task that were answered at or after a time, oldest first. */
  answeredSince(taskNumber: number, since: number, atMost: number): Promise<readonly Question[]>;
  /** Some of those that are open and were due by then, the first due first. */
  due(now: number): Promise<readonly Question[]>;
}
