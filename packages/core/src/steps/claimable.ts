import type { Caller } from '../access/caller.ts';
import { endOf, isLiving, taskClaimed } from '../claims/claim.ts';
import type { Agent } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import { checkMove, invalidTransition, type Mover, taskBlocked, validTransitions } from '../tasks/status.ts';
import type { Task } from '../tasks/task.ts';
import { asAgent } from './acting-agent.ts';
import { checkHandedOut, checkWithinBudget } from './check-place.ts';
import { checkCapacity } from './claim-capacity.ts';
import { claimRecorder } from './end-claim.ts';
import { moverFinder } from './intake.ts';
import { checkMayWork } from './running.ts';

/** A task that an agent may claim, and the assignee to restore when it is given back. */
interface Claimable {
  readonly task: Task;
  readonly assigneeBefore: string | null;
}

/** The task, claimable by this agent now; throws 409 or 422 otherwise. Ends a claim that is over or taken over. */
export function claimChecker(ports: SteadyPorts) {
  const { clock, steadyClock } = ports;
  const claimEvents = claimRecorder(ports);
  const moverOf = moverFinder(ports);

  return async (
    stores: Stores,
    caller: Caller,
    { agent, task, takeOver }: { readonly agent: Agent; readonly task: Task; readonly takeOver: boolean },
  ): Promise<Claimable> => {
    if (agent.verifier) throw noTasks(agent);
    await checkMayWork(stores, agent, clock());
    const { claim } = task;
    const by = asAgent(caller, agent);
    if (claim && !isLiving(claim, steadyClock())) {
      // `expire` works in batches, so it may not have reached this claim yet.
      await claimEvents.end(stores, by, { task, claim, reason: endOf(claim) });
    } else if (claim) {
      if (!takeOver || claim.agent.id !== agent.id) throw taskClaimed(claim);
      await claimEvents.end(stores, by, { task, claim, reason: 'taken_over' });
      return { task: { ...task, claim: null }, assigneeBefore: claim.assigneeBefore };
    }
    await checkCapacity(stores, agent, steadyClock());
    if (task.assignee && task.assignee.id !== agent.id) throw taskAssigned(task.assignee.name);
    await checkWithinBudget(stores, task);
    const goesOn = task.status === 'in_progress' && task.assignee?.id === agent.id;
    if (task.archived || (task.status !== 'todo' && !goesOn))
      throw notOffered(task, await moverOf(stores, by, task));
    // Only a policy can refuse this move, and reading the mover costs a query.
    if (!goesOn && ports.hooks.policyOf(by, task)) {
      checkMove(task.status, 'in_progress', await moverOf(stores, by, task), []);
    }
    const blockers = task.blocked ? await stores.relations.openBlockers(task.taskNumber) : [];
    if (blockers.length > 0) throw taskBlocked(blockers);
    await checkHandedOut(stores, task);
    return { task, assigneeBefore: task.assignee?.id ?? null };
  };
}

const noTasks = ({ name }: Agent) =>
  new Refusal(
    'FORBIDDEN',
    `The agent ${name} is a verifier, which holds no tasks. Claim with another agent.`,
  );

const taskAssigned = (assignedTo: string) =>
  new Refusal(
    'TASK_ASSIGNED',
    `The task is assigned to ${assignedTo}. Claim another task, or ask a person.`,
    { details: { assignedTo } },
  );

function notOffered(task: Task, mover: Mover): Refusal {
  const why = task.archived
    ? 'An archived task cannot be claimed.'
    : `Only a task in todo can be claimed, or one in progress by its assignee; this one is in ${task.status}.`;
  return invalidTransition(why, validTransitions(task.status, mover));
}
