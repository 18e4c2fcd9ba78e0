import type { Task } from '../tasks/task.ts';
import type { ReadyFilter } from './ready.ts';

/** The first ready task, or the position to continue from; null when all tasks have been checked. */
export interface NextReady {
  readonly task: Task | null;
  readonly after: string | null;
}

/** Tasks that agents may claim. */
export interface ReadyStore {
  /**
   * The first task that is ready for the agent in the order of `readyOrder`. Checks a limited number of tasks per call;
   * `after` continues.
   */
  next(agentId: string, filter: ReadyFilter, after: string | null): Promise<NextReady>;
  /** A batch of tasks whose `notBefore` has passed; clears it. */
  wake(now: number): Promise<readonly Task[]>;
  /** Tasks in todo, or with open children, that only this open task blocks. */
  freedBy(taskNumber: number): Promise<readonly Task[]>;
  /** Hides the task from the agent until `forgive`. */
  decline(taskNumber: number, agentId: string): Promise<void>;
  /** Clears all declines of the task. */
  forgive(taskNumber: number): Promise<void>;
}
