import { GOAL_STATUSES, type GoalStatus } from '@tandem/client';

interface GoalsSearch {
  readonly status?: GoalStatus;
  readonly archived?: true;
  /** The dialog for a new goal is open. */
  readonly new?: true;
}

const isGoalStatus = (value: unknown): value is GoalStatus =>
  GOAL_STATUSES.some((status) => status === value);

/** Drops invalid values: an address can come from anywhere. */
export const goalsSearch = (given: Record<string, unknown>): GoalsSearch => ({
  ...(isGoalStatus(given.status) && { status: given.status }),
  ...(given.archived === true && { archived: true }),
  ...(given.new === true && { new: true }),
});
