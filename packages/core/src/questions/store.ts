import type { Page, PageSlice } from '../shared/page.ts';
import type { Question, QuestionStatus } from './question.ts';

export interface QuestionFilter {
  readonly statuses: readonly QuestionStatus[];
  /** Ids of the addressees, any of them; null stands for questions without one. */
  readonly to?: readonly (string | null)[] | undefined;
  readonly taskNumber?: number | undefined;
}

export interface QuestionStore {
  insert(question: Question): Promise<void>;
  /** Saves its status and its answer. */
  close(question: Question): Promise<void>;
  /** The open questions of the task no longer block it. */
  unblock(taskNumber: number): Promise<void>;
  byId(id: string): Promise<Question | null>;
  /** Newest first. */
  list(filter: QuestionFilter, page: PageSlice): Promise<Page<Question>>;
  /** The open ones of a task, oldest first. */
  openOf(taskNumber: number): Promise<readonly Question[]>;
  /** Number of open questions by one asker; counting stops at `atMost`. */
  countOpenBy(askerId: string, atMost: number): Promise<number>;
  /** The latest of a task that were answered at or after a time, oldest first. */
  answeredSince(taskNumber: number, since: number, atMost: number): Promise<readonly Question[]>;
  /** A batch of the open questions that were due by then, in order of due time. */
  due(now: number): Promise<readonly Question[]>;
}
