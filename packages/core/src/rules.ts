import type { CallerType } from './access/caller.ts';
import type { Artifact } from './results/artifact.ts';
import type { Criterion } from './results/criteria.ts';
import { missingProof, NEEDS_PROOF } from './results/proof.ts';
import type { FieldProblems } from './shared/refusal.ts';
import {
  type Blocker,
  checkMove as checkMoveOf,
  moverUnder,
  needsUnblocked,
  type TaskStatus,
  taskBlocked,
  validTransitions,
} from './tasks/status.ts';
import { unfinished } from './tasks/subtasks.ts';
import { gapFinder, type Verified } from './verifications/proof.ts';
import type { Workspace } from './workspace/workspace.ts';

/*
 * The rules as pure functions of plain data, for pages and for programs without a storage. The operations ask the same
 * functions; a task, a caller and a workspace that they return fit.
 */

export { CALLER_TYPES, type CallerType } from './access/caller.ts';
export { GOAL_MOVES, GOAL_STATUSES, type GoalStatus } from './goals/status.ts';
export { isReady } from './ready/ready.ts';
export { Refusal } from './shared/refusal.ts';
export { type Blocker, type MovePolicy, TASK_MOVES, TASK_STATUSES, type TaskStatus } from './tasks/status.ts';

/** The settings of a workspace that the rules depend on. */
export type RuleSettings = Pick<Workspace, 'agentCompletion' | 'agentIntake' | 'proofOfDone'>;

/** The caller as the rules see it. */
export interface RuleCaller {
  readonly type: CallerType;
}

export interface MovableTask {
  readonly status: TaskStatus;
  /** True while an open task blocks it. */
  readonly blocked: boolean;
  /** True if an agent or a runtime key created it. */
  readonly fromAgent: boolean;
  /** Its sub-tasks, if it has any. */
  readonly children?: { readonly open: number };
}

const hasOpenChildren = ({ children }: MovableTask) => (children?.open ?? 0) > 0;

const mover = (task: MovableTask, { type }: RuleCaller, workspace: RuleSettings) => ({
  ...moverUnder(workspace, type, task.fromAgent && task.status === 'backlog'),
  childrenOpen: hasOpenChildren(task),
  blocked: task.blocked,
});

/**
 * The statuses that the caller may move the task to. Claims, pending decisions and proof of done can still refuse a
 * move, because they depend on more than these three.
 *
 * @example
 * nextMoves({ status: 'todo', blocked: true, fromAgent: false }, { type: 'agent' }, workspace);
 * // ['backlog', 'waiting', 'canceled']
 */
export const nextMoves = (task: MovableTask, caller: RuleCaller, workspace: RuleSettings): TaskStatus[] =>
  validTransitions(task.status, mover(task, caller, workspace));

/**
 * Whether `nextMoves` has the status.
 *
 * @example
 * canMove({ status: 'done', blocked: false, fromAgent: false }, 'todo', { type: 'agent' }, workspace); // false
 */
export const canMove = (
  task: MovableTask,
  to: TaskStatus,
  caller: RuleCaller,
  workspace: RuleSettings,
): boolean => nextMoves(task, caller, workspace).includes(to);

/**
 * Throws the `Refusal` of a move that the rules forbid: INVALID_TRANSITION, AGENT_COMPLETION_DISABLED, HUMANS_ONLY,
 * CHILDREN_OPEN or TASK_BLOCKED.
 *
 * @example
 * checkMove({ status: 'done', blocked: false, fromAgent: false }, 'todo', { type: 'agent' }, workspace);
 * // throws HUMANS_ONLY: Only people may reopen a task.
 */
export function checkMove(
  task: MovableTask & { readonly openBlockers?: readonly Blocker[] },
  to: TaskStatus,
  caller: RuleCaller,
  workspace: RuleSettings,
): void {
  checkMoveOf(task.status, to, mover(task, caller, workspace), []);
  if (to === 'done' && hasOpenChildren(task)) throw unfinished([]);
  if (task.blocked && needsUnblocked(to, caller)) throw taskBlocked(task.openBlockers ?? []);
}

export interface Proof {
  readonly criteria: readonly Criterion[];
  /** When the task was last moved to in_progress. Older results prove nothing. */
  readonly startedAt: number | null;
  /** When the last result that succeeded was posted. */
  readonly succeededAt: number | null;
  /** The commit of that result. */
  readonly artifact?: Artifact | null | undefined;
  /** The verifications of the task, which prove criteria with checks where `proofOfDone` is `verified`. */
  readonly verifications?: readonly Verified[] | undefined;
}

/**
 * Throws PROOF_MISSING when the workspace requires proof of done from the caller and the task lacks it.
 *
 * @example
 * checkProof({ criteria: [], startedAt: 5, succeededAt: null }, { type: 'agent' }, { ...workspace, proofOfDone: 'agents' });
 * // throws PROOF_MISSING: This workspace requires proof of done. Post a succeeded result of the task first.
 */
export function checkProof(
  { criteria, startedAt, succeededAt, artifact = null, verifications = [] }: Proof,
  { type }: RuleCaller,
  { proofOfDone }: Pick<RuleSettings, 'proofOfDone'>,
): void {
  if (!NEEDS_PROOF[proofOfDone](type)) return;
  const since = startedAt ?? 0;
  const hasSucceeded = succeededAt !== null && succeededAt >= since;
  const isVoid = ({ state }: Verified) => state === 'void';
  const [current, past] = [verifications.filter((each) => !isVoid(each)), verifications.filter(isVoid)];
  const gapOf = proofOfDone === 'verified' ? gapFinder(artifact, current, past) : undefined;
  const missing = missingProof({ criteria, since, hasSucceeded, gapOf });
  if (missing) throw missing;
}

/** A `Refusal`, or the error object in a response of the API. */
export interface Explainable {
  readonly message: string;
  readonly fields?: FieldProblems | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A refusal as lines for a person: the message, and what its details add to it.
 *
 * @example
 * explain(refusal);
 * // Unfinished tasks block this one. Finish or cancel the blockers first, or ask a person to move it.
 * // Blocked by: #3 Order the parts
 */
export function explain({ message, fields = {}, details = {} }: Explainable): string {
  const problems = Object.entries(fields).flatMap(([field, each]) => each.map((text) => `${field} ${text}`));
  const { blockers = [], missing = [] } = details as {
    blockers?: readonly Pick<Blocker, 'taskNumber' | 'title'>[];
    missing?: readonly Pick<Criterion, 'text'>[];
  };
  return [
    message,
    ...problems.filter((problem) => !message.includes(problem)),
    ...blockers.map(({ taskNumber, title }) => `Blocked by: #${taskNumber} ${title}`),
    ...missing.map(({ text }) => `Not proven: ${text}`),
  ].join('\n');
}
