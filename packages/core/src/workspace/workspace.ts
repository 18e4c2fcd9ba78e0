import type { Problem } from '../shared/text.ts';

export const GOAL_VERIFICATION_MODES = ['propose', 'autonomous'] as const;
export type GoalVerificationMode = (typeof GOAL_VERIFICATION_MODES)[number];

/** Where tasks created by agents start: anywhere, or in the backlog until people move them on. */
export const AGENT_INTAKES = ['open', 'backlog'] as const;
export type AgentIntake = (typeof AGENT_INTAKES)[number];
/** Maximum tasks of one agent in the backlog. */
export const INTAKE_LIMIT = { min: 1, default: 20, max: 1_000 } as const;
/** Callers whose moves to done require proof (docs/rules.md, Results). */
export const PROOF_OF_DONE = ['off', 'agents', 'everyone', 'verified'] as const;
export type ProofOfDone = (typeof PROOF_OF_DONE)[number];

/** With `runs`, agents' own keys only ask for work; everything else takes the key of a run (docs/rules.md, Run keys). */
export const AGENT_KEYS = ['any', 'runs'] as const;
export type AgentKeys = (typeof AGENT_KEYS)[number];

/** Only the operator can change the plan. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** Lets agents move tasks to done. */
  readonly agentCompletion: boolean;
  readonly goalVerification: GoalVerificationMode;
  readonly agentIntake: AgentIntake;
  readonly agentIntakeLimit: number;
  readonly proofOfDone: ProofOfDone;
  readonly agentKeys: AgentKeys;
  readonly plan: { readonly chat: boolean };
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const workspaceEntity = ({ id, name }: Workspace) => ({ type: 'workspace', id, title: name }) as const;

/** Whether the change allows agents something they may not do yet. */
export const givesAgentsMore = (before: Workspace, after: Workspace): boolean =>
  (after.agentCompletion && !before.agentCompletion) ||
  (after.goalVerification === 'autonomous' && before.goalVerification !== 'autonomous') ||
  (after.agentIntake === 'open' && before.agentIntake !== 'open') ||
  after.agentIntakeLimit > before.agentIntakeLimit ||
  (after.agentKeys === 'any' && before.agentKeys !== 'any') ||
  PROOF_OF_DONE.indexOf(after.proofOfDone) < PROOF_OF_DONE.indexOf(before.proofOfDone);

export function intakeLimitProblem(limit: number | undefined): Problem {
  const { min, max } = INTAKE_LIMIT;
  if (limit === undefined || (Number.isInteger(limit) && limit >= min && limit <= max)) return undefined;
  return `must be an integer from ${min} to ${max}`;
}
