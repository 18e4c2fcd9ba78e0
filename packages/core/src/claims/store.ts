import type { Claim } from './claim.ts';

/** All claims, kept as long as their tasks; the one that holds a task now is also loaded with the task. */
export interface ClaimStore {
  insert(claim: Claim): Promise<void>;
  update(claim: Claim): Promise<void>;
  /** Includes claims that have ended. */
  byToken(token: string): Promise<Claim | null>;
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
}
