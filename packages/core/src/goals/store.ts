import type { ExternalKey } from '../shared/external-id.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Goal, Verification } from './goal.ts';
import type { GoalStatus } from './status.ts';

export interface GoalFilter {
  readonly status?: GoalStatus | undefined;
  readonly initiativeId?: string | undefined;
  /** Includes archived goals. */
  readonly archived: boolean;
}

export interface GoalStore {
  insert(goal: Goal): Promise<void>;
  /** Saves a changed goal, except its last verification (`addVerification`). */
  update(goal: Goal): Promise<void>;
  /** Deletes the goal with its verifications, and clears it from its projects. */
  delete(goal: Goal): Promise<void>;
  byId(id: string): Promise<Goal | null>;
  byExternalId(key: ExternalKey): Promise<Goal | null>;
  /** Newest first, with the total. */
  list(filter: GoalFilter, page: PageSlice): Promise<Page<Goal>>;
  /** Also sets the goal's last verification. */
  addVerification(verification: Verification): Promise<void>;
  /** Newest first. */
  verifications(goalId: string, page: PageSlice): Promise<Page<Verification>>;
}
