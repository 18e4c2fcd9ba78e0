import type { Caller } from '../access/caller.ts';
import type { Agent } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Task } from '../tasks/task.ts';
import { asAgent } from './acting-agent.ts';
import type { Briefing } from './briefing.ts';
import { runAfter, runBefore } from './run-hooks.ts';

const OPERATION = 'claims.claim';

/** The input that a claim of the task itself would have. */
interface Offered {
  readonly agentId: string;
  readonly leaseSeconds: number;
  readonly runKey?: boolean | undefined;
}

/** Hooks and policies of the host on tasks that are handed out, as if the agent claimed them by number. */
export function taskOffer(ports: SteadyPorts) {
  const callOf = (caller: Caller, { taskNumber }: Pick<Task, 'taskNumber'>, input: Offered) => ({
    operation: OPERATION,
    caller,
    given: [taskNumber, input],
    isOfTask: true,
  });

  return {
    /** False if the host refuses. Asked before the claim is written, because a unit can't be undone in part. */
    isAllowed: async (
      stores: Stores,
      caller: Caller,
      { agent, task, ...input }: Omit<Offered, 'agentId'> & { readonly agent: Agent; readonly task: Task },
    ): Promise<boolean> => {
      if (task.status === 'todo' && ports.hooks.policyOf(asAgent(caller, agent), task)?.('in_progress'))
        return false;
      const hooks = ports.hooks.of(OPERATION);
      if (!hooks) return true;
      const call = callOf(caller, task, { agentId: agent.id, ...input });
      try {
        await runBefore(hooks, stores, call, task);
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.code.startsWith('X_')) return false;
        throw error;
      }
    },

    /** Runs `after` hooks for a task that was handed out; to be called after its unit. */
    taken: async (caller: Caller, briefing: Briefing, input: Omit<Offered, 'agentId'>): Promise<void> => {
      const hooks = ports.hooks.of(OPERATION);
      const { task } = briefing;
      const agentId = task.claim?.agent.id ?? caller.id;
      if (hooks) await runAfter(ports, hooks, callOf(caller, task, { agentId, ...input }), briefing);
    },
  };
}
