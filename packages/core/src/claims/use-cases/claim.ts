import type { Caller } from '../../access/caller.ts';
import { requireClaimer } from '../../lookup/agents.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts } from '../../ports.ts';
import { asAgent } from '../../steps/acting-agent.ts';
import type { Briefing } from '../../steps/briefing.ts';
import { claimChecker } from '../../steps/claimable.ts';
import { claimExpiry } from '../../steps/expire-claims.ts';
import { taskGiver } from '../../steps/give-task.ts';
import { moverFinder } from '../../steps/intake.ts';
import { loopBreaker } from '../../steps/loop-breaker.ts';
import { invalidTransition, validTransitions } from '../../tasks/status.ts';
import type { TaskRef } from '../../tasks/task.ts';
import { CLAIM_SECONDS, checkSeconds } from '../claim.ts';

export interface ClaimInput {
  readonly agentId?: string | undefined;
  readonly leaseSeconds?: number | undefined;
  readonly takeOver?: boolean | undefined;
  /** Whether the lease gets a run key. */
  readonly runKey?: boolean | undefined;
}

/**
 * Claims this task: from todo, or from in_progress if it is assigned to the agent and not claimed. 409 TASK_CLAIMED,
 * TASK_ASSIGNED, CLAIM_LIMIT, AGENT_PAUSED; 422 TASK_BLOCKED, INVALID_TRANSITION.
 */
export function taskClaimer(ports: SteadyPorts) {
  const { expire } = claimExpiry(ports);
  const claimable = claimChecker(ports);
  const breakLoop = loopBreaker(ports);
  const give = taskGiver(ports);
  const moverOf = moverFinder(ports);

  return async (
    caller: Caller,
    ref: TaskRef,
    { agentId, leaseSeconds: seconds = CLAIM_SECONDS.default, takeOver = false, runKey }: ClaimInput,
  ): Promise<Briefing> => {
    const { workspaceId } = caller;
    const { briefing, mover } = await ports.storage.write(workspaceId, async (stores) => {
      const before = await requireTask(stores, ref);
      const agent = await requireClaimer(stores, caller, agentId);
      checkSeconds(seconds);
      await expire(stores, workspaceId);
      const task = await requireTask(stores, before.taskNumber);
      const found = await claimable(stores, caller, { agent, task, takeOver });
      if (await breakLoop(stores, workspaceId, found.task))
        return { briefing: null, mover: await moverOf(stores, asAgent(caller, agent), found.task) };
      return { briefing: await give(stores, caller, { agent, seconds, runKey, ...found }), mover: null };
    });
    if (briefing) return briefing;
    // Thrown outside the unit, so that the move to waiting is committed.
    throw invalidTransition(
      'The task has been claimed too often within a day and now waits for a person.',
      validTransitions('waiting', mover),
    );
  };
}
