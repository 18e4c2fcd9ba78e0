import type { Gap, Place } from './gap.ts';

/** The ready tasks of one kind and priority, as one claimer goes through them. */
export interface Lane {
  readonly workspaceId: string;
  /** What came back to the agent, what is assigned to it, what is nobody's. */
  readonly phase: 'back' | 'own' | 'free';
  readonly priority: string;
  readonly agentId: string;
  /** What else the claimer takes, as a text. */
  readonly wanted: string;
}

/**
 * Where in the order of ready tasks a claimer finds nothing: stretches that have been looked at, and in which nothing
 * has become ready for it since. They are kept by the process, so that an agent does not walk past what it has declined
 * with each claim; a process that has kept none walks.
 */
export interface ReadyGaps {
  /** To be called in each unit of work, before `beyond`: takes in what has changed. */
  refresh(workspaceId: string): void;
  /** Where the claimer looks on that has come to a place. */
  beyond(lane: Lane, at: Place): Place;
  /** Keeps that there is nothing between two places, if the lane has any gap or so many were passed that it is worth it. */
  found(lane: Lane, gap: Gap, passed: number): void;
}
