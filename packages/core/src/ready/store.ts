import type { Task } from '../tasks/task.ts';
import type { ReadyFilter } from './ready.ts';

export interface NextReady {
  /** The first ready task, if one was found. */
  readonly task: Task | null;
  /** The position to continue from; null when all tasks have been checked. */
  readonly after: string | null;
}

/** Tasks that agents may claim. */
export interface ReadyStore {
  /**
   * The first task that is ready for the agent in the order of `readyOrder`. Checks a limited number of tasks per call;
   * `after` continues, and may offer a task again that was returned to the agent.
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
