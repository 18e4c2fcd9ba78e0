export const GOAL_VERIFICATION_MODES = ['propose', 'autonomous'] as const;
export type GoalVerificationMode = (typeof GOAL_VERIFICATION_MODES)[number];

/** Decisions, section 1. The plan is the operator's to set. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** Whether agents may move a task to done. */
  readonly agentCompletion: boolean;
  readonly goalVerification: GoalVerificationMode;
  readonly plan: { readonly chat: boolean };
  readonly createdAt: number;
  readonly updatedAt: number;
}
