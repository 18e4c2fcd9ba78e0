import type { Priority, Task } from '../tasks/task.ts';
import type { Claim } from './claim.ts';

/** What a claimer takes; undefined is anything. */
export interface ReadyFilter {
  readonly projectId?: string | undefined;
  /** Any of these, by id. */
  readonly labelIds?: readonly string[] | undefined;
  readonly priorities?: readonly Priority[] | undefined;
}

/** The first task that is ready, or where to go on looking: null when everything has been looked at. */
export interface NextReady {
  readonly task: Task | null;
  readonly after: string | null;
}

/** The claim that holds a task now is shown by the task; here are all of them. */
export interface ClaimStore {
  insert(claim: Claim): Promise<void>;
  update(claim: Claim): Promise<void>;
  /** Also one that has ended. */
  byToken(taskNumber: number, token: string): Promise<Claim | null>;
  /** The newest of the task, living or ended, unless it has been forgotten. */
  lastOf(taskNumber: number): Promise<Claim | null>;
  /** Those of an agent that have not been ended, oldest first. */
  ofAgent(agentId: string): Promise<readonly Claim[]>;
  /** Some of those that have not been ended and whose lease ran out by then, by the steady clock. */
  expired(steadyNow: number): Promise<readonly Claim[]>;
  /** How many began at or after a time. */
  countSince(taskNumber: number, since: number): Promise<number>;
  /** What a run left last for whoever claims the task next. */
  checkpoint(taskNumber: number): Promise<string | null>;
  leaveCheckpoint(taskNumber: number, checkpoint: string | null): Promise<void>;
  /**
   * The first of the tasks that are ready for the agent: what came back to it, then what is assigned to it, then what
   * is nobody's; by priority, due date (none last), number. Looks at so many at a time; `after` goes on.
   */
  nextReady(agentId: string, filter: ReadyFilter, after: string | null): Promise<NextReady>;
  /** Tasks that rest no longer at a time, some of them: from now on they do not rest. */
  wake(now: number): Promise<readonly Task[]>;
  /** Tasks in todo that nothing blocks but, perhaps, this one: those that its end frees, or with `before` would free. */
  freedBy(taskNumber: number, before?: boolean): Promise<readonly Task[]>;
  /** Keeps the task from the agent, until `forgive`. */
  decline(taskNumber: number, agentId: string): Promise<void>;
  /** Keeps the task from nobody. */
  forgive(taskNumber: number): Promise<void>;
  /** Removes claims that ended before a time, so many at the most; returns how many. */
  forget(before: number, atMost: number): Promise<number>;
}
