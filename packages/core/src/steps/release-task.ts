import type { Caller } from '../access/caller.ts';
import { checkProcess } from '../access/hosting.ts';
import { type Failure, failureProblems } from '../claims/failure.ts';
import { requireAgent } from '../lookup/agents.ts';
import { requireTask } from '../lookup/tasks.ts';
import type { SteadyPorts } from '../ports.ts';
import { dateProblem } from '../shared/date.ts';
import { refuseProblems } from '../shared/refusal.ts';
import { LIMITS, textProblem } from '../shared/text.ts';
import type { Task, TaskRef } from '../tasks/task.ts';
import { asAgent } from './acting-agent.ts';
import { requireClaim } from './fence.ts';
import { taskReturner } from './give-back.ts';
import { returnMentions } from './take-mentions.ts';

export interface Release {
  /** Required unless the request has the run key of the claim. */
  readonly token?: string | undefined;
  readonly note?: string | null | undefined;
  /** Milliseconds since 1970. */
  readonly notBefore?: number | null | undefined;
  /** Why the run failed. */
  readonly failure?: Failure | null | undefined;
  /** Hides the task from this agent until a person changes it. */
  readonly declined?: boolean | undefined;
}

/**
 * Gives a task back before its claim ends: to todo, with its previous assignee. `isLost` means that the briefing did not
 * arrive.
 */
export function taskReleaser(ports: SteadyPorts) {
  const { storage, steadyClock } = ports;
  const giveBack = taskReturner(ports);

  return (caller: Caller, ref: TaskRef, input: Release, isLost = false): Promise<Task> =>
    storage.write(caller.workspaceId, async (stores) => {
      checkProcess(caller);
      const task = await requireTask(stores, ref);
      refuseProblems({
        note: textProblem(input.note, LIMITS.reason),
        notBefore: dateProblem(input.notBefore),
        ...failureProblems(input.failure),
      });
      const claim = await requireClaim(stores, caller, task, {
        token: input.token,
        steadyNow: steadyClock(),
      });
      const agent = await requireAgent(stores, claim.agent.id);
      if (input.failure) await stores.attempts.note(claim.id, { failure: input.failure });
      if (isLost) await returnMentions(stores, claim);
      if (input.declined) await stores.ready.decline(task.taskNumber, agent.id);
      return giveBack(stores, asAgent(caller, agent), {
        task,
        claim,
        end: 'released',
        failed: Boolean(input.failure),
        failure: input.failure,
        note: input.note ?? input.failure?.message,
        notBefore: input.notBefore,
      });
    });
}
