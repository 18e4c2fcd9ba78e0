import type { Page, PageSlice } from '../shared/page.ts';
import type { Verifying } from './independence.ts';
import type { TaskVerification, VerificationState } from './verification.ts';

export interface WantedPending {
  readonly prefixes: readonly string[];
  readonly verifying: Verifying;
}

export interface VerificationStore {
  insert(verification: TaskVerification): Promise<void>;
  update(after: TaskVerification, before: TaskVerification): Promise<void>;
  byId(id: string): Promise<TaskVerification | null>;
  /** Those of a task that are not void, oldest first. Throws `Damaged` if one is unreadable. */
  currentOf(taskNumber: number): Promise<readonly TaskVerification[]>;
  /** The latest void ones of a task, without their outputs, oldest first. */
  voidOf(taskNumber: number): Promise<readonly TaskVerification[]>;
  /** Newest first. */
  ofTask(taskNumber: number, page: PageSlice): Promise<Page<TaskVerification>>;
  /** Newest first. */
  inState(state: VerificationState, page: PageSlice): Promise<Page<TaskVerification>>;
  /**
   * Pending ones that the verifier is independent of, oldest first. With prefixes, only those whose repository, with a
   * slash at its end, starts with one.
   */
  pending(wanted: WantedPending, page: PageSlice): Promise<Page<TaskVerification>>;
  /** The ids of all members who held a claim on the task or handed in a result, and of the members behind them. */
  workersOf(taskNumber: number): Promise<readonly string[]>;
  /** Running ones of a verifier. */
  runningOf(verifierId: string): Promise<readonly TaskVerification[]>;
  /** A batch of running ones whose leases expired by then, by the steady clock. */
  expired(steadyNow: number): Promise<readonly TaskVerification[]>;
}
