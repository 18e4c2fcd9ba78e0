import type { Caller } from '../access/caller.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import { isOfAgents } from '../tasks/intake.ts';
import { type Mover, moverUnder } from '../tasks/status.ts';
import type { Task } from '../tasks/task.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The caller in the form that the status rules need: as the mover of `task` or, without one, as a creator. */
export const moverFinder =
  ({ hooks }: Pick<SteadyPorts, 'hooks'>) =>
  async ({ workspace }: Stores, caller: Caller, task?: Task): Promise<Mover> => {
    const { type } = caller;
    const taken = task ? task.fromAgent && task.status === 'backlog' : isOfAgents(caller);
    // The settings matter only to agents and to tasks that agents put into the backlog.
    const settings = type === 'agent' || (type !== 'human' && taken) ? await workspace.get() : null;
    return {
      ...(settings ? moverUnder(settings, type, taken) : { type, agentCompletion: false }),
      childrenOpen: (task?.children.open ?? 0) > 0,
      blocked: task?.blocked,
      policy: task && hooks.policyOf(caller, task),
    };
  };

/** 409 INTAKE_LIMIT when this creator already has the maximum number of tasks in the backlog. */
export async function checkIntake(stores: Stores, creatorId: string): Promise<void> {
  const { agentIntakeLimit: limit } = (await stores.workspace.get()) as Workspace;
  if ((await stores.tasks.countInBacklog(creatorId, limit)) < limit) return;
  throw new Refusal(
    'INTAKE_LIMIT',
    `This agent already has the maximum of ${limit} tasks in the backlog. Archive some of them, or wait until people have moved them on.`,
    { details: { limit } },
  );
}
