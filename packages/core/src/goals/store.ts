import type { Page, PageSlice } from '../shared/page.ts';
import type { Goal, Verification } from './goal.ts';
import type { GoalStatus } from './status.ts';

export interface GoalFilter {
  readonly status?: GoalStatus | undefined;
  readonly initiativeId?: string | undefined;
  /** Whether archived goals are in the list too. */
  readonly archived: boolean;
}

export interface GoalStore {
  insert(goal: Goal): Promise<void>;
  /** Saves a changed goal; its last verification is kept by `addVerification`. */
  update(goal: Goal): Promise<void>;
  /** Removes the goal with its verifications, and clears it from projects that pointed at it. */
  delete(goal: Goal): Promise<void>;
  byId(id: string): Promise<Goal | null>;
  /** Newest first, with the total. */
  list(filter: GoalFilter, page: PageSlice): Promise<Page<Goal>>;
  /** The goal's last verification from now on. */
  addVerification(verification: Verification): Promise<void>;
  /** Newest first. */
  verifications(goalId: string, page: PageSlice): Promise<Page<Verification>>;
}
