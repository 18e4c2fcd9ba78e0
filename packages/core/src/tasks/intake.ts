import type { Caller } from '../access/caller.ts';
import type { Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Mover } from './status.ts';
import type { Task } from './task.ts';

/*
 * What agents think up waits for people (docs/rules.md, Intake): with the setting `backlog` their tasks begin in the
 * backlog, and people alone move them on.
 */

/** Whether what the caller creates is an agent's: by the agent itself, or by a process that hosts agents. */
export const isOfAgents = ({ type, key }: Caller): boolean => type === 'agent' || key.kind === 'runtime';

/** The caller as the rules of statuses see it: who moves this task or, without one, creates one. */
export async function moverOf({ workspace }: Stores, caller: Caller, task?: Task): Promise<Mover> {
  const { type } = caller;
  const taken = task ? task.fromAgent && task.status === 'backlog' : isOfAgents(caller);
  // Only for agents, and for what they have put into the backlog, does the rule ask what the workspace allows.
  const settings = type === 'agent' || (type !== 'human' && taken) ? await workspace.get() : null;
  return {
    type,
    agentCompletion: type === 'agent' && (settings?.agentCompletion ?? false),
    held: taken && settings?.agentIntake === 'backlog',
  };
}

/** 409 when as many tasks of this maker wait in the backlog as the workspace takes in. */
export async function checkIntake(stores: Stores, creatorId: string): Promise<void> {
  const { agentIntakeLimit: limit } = (await stores.workspace.get()) as Workspace;
  if ((await stores.tasks.countInBacklog(creatorId, limit)) < limit) return;
  throw new Refusal(
    'INTAKE_LIMIT',
    `As many tasks of this agent wait in the backlog as may (${limit}). Archive some of them, or wait until people have moved them on.`,
    { details: { limit } },
  );
}
