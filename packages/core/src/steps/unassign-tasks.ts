import type { Caller } from '../access/caller.ts';
import type { Agent } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import type { Position } from '../shared/page.ts';
import { Refusal } from '../shared/refusal.ts';
import { isOpen, TASK_STATUSES } from '../tasks/status.ts';
import type { Task } from '../tasks/task.ts';
import { endClaim } from './end-claim.ts';
import { taskMover } from './move-task.ts';
import { taskSaver } from './save-task.ts';

/** Maximum tasks that one request unassigns: each is saved with its event, while other writers wait. */
const MAX_UNASSIGNED = 250;

const OPEN = TASK_STATUSES.filter(isOpen);

/** Unassigns the tasks of an agent. */
export function taskUnassigner(ports: SteadyPorts) {
  const { clock } = ports;
  const moveTask = taskMover(ports);
  const save = taskSaver(ports);

  /** Returns the tasks that the agent holds to todo, unassigned. */
  const unassignHeld = async (stores: Stores, by: Caller, { id }: Agent, stop?: 'agent_removed') => {
    for (const claim of await stores.claims.ofAgent(id)) {
      if (stop) await stores.attempts.note(claim.id, { stop });
      const task = await stores.tasks.byNumber(claim.taskNumber);
      if (!task) await endClaim(stores, claim, 'released', clock());
      else await moveTask(stores, by, task, { to: 'todo', end: 'released', assignee: null });
    }
  };

  /** The open tasks assigned to the agent; 409 LIMIT_REACHED for more than MAX_UNASSIGNED. */
  const assignedTo = async ({ tasks }: Stores, { id, name }: Agent): Promise<readonly Task[]> => {
    const filter = { assigneeIds: [id], statuses: OPEN, archived: true };
    const found: Task[] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const page = await tasks.list(filter, { limit: MAX_UNASSIGNED + 1, after });
      found.push(...page.items);
      if (found.length > MAX_UNASSIGNED)
        throw new Refusal(
          'LIMIT_REACHED',
          `More than ${MAX_UNASSIGNED} open tasks are assigned to the agent ${name}. Reassign some of them, then retry.`,
        );
      after = page.next;
    }
    return found;
  };

  return {
    unassignHeld,
    /** Also unassigns all other open tasks of the agent. */
    unassignAll: async (stores: Stores, by: Caller, agent: Agent): Promise<void> => {
      await unassignHeld(stores, by, agent);
      const changes = [{ field: 'assignedTo', oldValue: agent.name, newValue: null }];
      for (const before of await assignedTo(stores, agent)) {
        const work = { ...before.work, backTo: null };
        const after = { ...before, assignee: null, work, updatedAt: clock() };
        await save(stores, by, { before, after, event: { action: 'updated', changes } });
      }
    },
  };
}
