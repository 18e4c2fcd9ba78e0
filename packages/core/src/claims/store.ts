import type { Task } from '../tasks/task.ts';
import type { Claim } from './claim.ts';
import type { ReadyFilter } from './ready.ts';

/** The first ready task, or the position to continue from; null when all tasks have been checked. */
export interface NextReady {
  readonly task: Task | null;
  readonly after: string | null;
}

/** All claims; the one that holds a task now is also loaded with the task. */
export interface ClaimStore {
  insert(claim: Claim): Promise<void>;
  update(claim: Claim): Promise<void>;
  /** Includes claims that have ended. */
  byToken(taskNumber: number, token: string): Promise<Claim | null>;
  /** The newest claim of the task, living or ended. */
  lastOf(taskNumber: number): Promise<Claim | null>;
  /** The agent's claims that have not been ended, oldest first. */
  ofAgent(agentId: string): Promise<readonly Claim[]>;
  /** A batch of claims that have not been ended and whose leases expired by then, by the steady clock. */
  expired(steadyNow: number): Promise<readonly Claim[]>;
  /** Number of claims that began at or after a time. */
  countSince(taskNumber: number, since: number): Promise<number>;
  /** The checkpoint left by the last run for the next one. */
  checkpoint(taskNumber: number): Promise<string | null>;
  leaveCheckpoint(taskNumber: number, checkpoint: string | null): Promise<void>;
  /**
   * The first task that is ready for the agent in the order of `readyOrder`. Checks a limited number of tasks per call;
   * `after` continues.
   */
  nextReady(agentId: string, filter: ReadyFilter, after: string | null): Promise<NextReady>;
  /** A batch of tasks whose `notBefore` has passed; clears it. */
  wake(now: number): Promise<readonly Task[]>;
  /** Tasks in todo that only this open task blocks. */
  freedBy(taskNumber: number): Promise<readonly Task[]>;
  /** Hides the task from the agent until `forgive`. */
  decline(taskNumber: number, agentId: string): Promise<void>;
  /** Clears all declines of the task. */
  forgive(taskNumber: number): Promise<void>;
  /**
   * Deletes claims that ended before a time, except the last claim of each task: rules about agents depend on it. At
   * most `atMost`; returns the number deleted.
   */
  forget(before: number, atMost: number): Promise<number>;
}
