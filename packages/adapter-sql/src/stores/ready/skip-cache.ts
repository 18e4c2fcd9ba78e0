import type { ReadyPosition, SkipRange } from './skip-range.ts';

/** The ready tasks of one kind and priority, as scanned for one claimer. */
export interface ReadyQueue {
  readonly workspaceId: string;
  /** Tasks returned to the agent, tasks assigned to it, and unassigned tasks. */
  readonly phase: 'back' | 'own' | 'free';
  readonly priority: string;
  readonly agentId: string;
  /** The claimer's other filters, serialized. */
  readonly wanted: string;
}

/**
 * Caches where a claimer finds no work: ranges in the order of ready tasks that were scanned and in which no task has
 * become ready since. Without it an agent would scan the tasks that it declined on every claim. The cache is local to
 * the process; a process without it scans.
 */
export interface SkipCache {
  /** Applies recent changes; call it in each unit of work before `beyond`. */
  refresh(workspaceId: string): void;
  /** The position at which the claimer's scan continues. */
  beyond(queue: ReadyQueue, at: ReadyPosition): ReadyPosition;
  /**
   * Records a range without work, if the queue has ranges already or the scan passed enough tasks to be worth caching.
   */
  found(queue: ReadyQueue, range: SkipRange, passed: number): void;
}
