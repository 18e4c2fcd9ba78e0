import type { Caller } from '../access/caller.ts';
import { systemCaller } from '../access/system.ts';
import { requireTask } from '../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { type ReachedBudget, reachedIn } from '../tasks/budget.ts';
import { isOpen } from '../tasks/status.ts';
import { type Task, taskEntity, type WaitingFor } from '../tasks/task.ts';
import { taskReturner } from './give-back.ts';
import { taskMover } from './move-task.ts';
import { recorder } from './record.ts';
import { taskSaver } from './save-task.ts';
import { wakeParent } from './wake-parent.ts';

/** Stops trees whose budget is used up, and takes them up again (docs/rules.md, Sub-tasks). */
export function budgetKeeper(ports: SteadyPorts) {
  const { clock } = ports;
  const save = taskSaver(ports);
  const moveTask = taskMover(ports);
  const giveBack = taskReturner(ports);
  const record = recorder(ports);

  const setWait = (stores: Stores, by: Caller, task: Task, waitingFor: WaitingFor) =>
    save(stores, by, { before: task, after: { ...task, waitingFor, updatedAt: clock() } });

  /** Moves the task to waiting for attention; what waits for a person already and what is not started stays. */
  const askPerson = async (stores: Stores, by: Caller, task: Task, reached: ReachedBudget): Promise<void> => {
    const { status, waitingFor, work } = task;
    if (!isOpen(status) || status === 'backlog') return;
    if (waitingFor && waitingFor.kind !== 'children' && waitingFor.kind !== 'other') return;
    const { name, used, limit } = reached;
    const attention = {
      kind: 'attention',
      who: null,
      what: `The budget is used up: ${used} of ${limit} (${name}). Raise or remove it.`,
      budget: { before: waitingFor, wokenBy: work.wokenBy, backTo: work.backTo },
    } as const;
    if (waitingFor) await setWait(stores, by, task, { ...attention, since: clock() });
    else await moveTask(stores, by, task, { to: 'waiting', reason: attention.what, waitingFor: attention });
  };

  const endClaims = async (stores: Stores, by: Caller, top: number): Promise<void> => {
    for (const { taskNumber } of await stores.subtasks.claimed(top)) {
      const task = await requireTask(stores, taskNumber);
      await giveBack(stores, by, { task, claim: task.claim, end: 'over_budget', failed: false });
    }
  };

  const stop = async (stores: Stores, by: Caller, task: Task, reached: ReachedBudget): Promise<void> => {
    // First, so that nothing that is given back is handed out.
    await save(stores, by, { before: task, after: { ...task, overBudget: true } });
    await endClaims(stores, by, task.taskNumber);
    await record(stores, by, {
      entity: taskEntity(task),
      action: 'over_budget',
      changes: [
        { field: 'usage', oldValue: String(reached.limit), newValue: `${reached.name} ${reached.used}` },
      ],
    });
    await askPerson(stores, by, await requireTask(stores, task.taskNumber), reached);
  };

  const takeUp = async (stores: Stores, by: Caller, stopped: Task): Promise<void> => {
    await save(stores, by, { before: stopped, after: { ...stopped, overBudget: false } });
    const task = await requireTask(stores, stopped.taskNumber);
    await save(stores, by, { before: task, after: task, freed: true });
    const { budget } = task.waitingFor ?? {};
    if (!budget) return;
    const { before, wokenBy, backTo } = budget;
    if (!before) await moveTask(stores, by, task, { to: 'todo', work: { wokenBy, backTo } });
    else {
      await setWait(stores, by, task, before);
      const { workspaceId } = by;
      const waker = { save, record, now: clock(), workspaceId, checksAttention: true };
      await wakeParent(stores, task.taskNumber, waker);
    }
  };

  return {
    /** After usage was counted for the task, or it moved: stops each tree above it whose budget is used up. */
    afterUsage: async (stores: Stores, workspaceId: string, taskNumber: number): Promise<void> => {
      const by = systemCaller(workspaceId);
      const task = await requireTask(stores, taskNumber);
      for (const each of [task, ...(task.parent ? await stores.subtasks.ancestors(taskNumber) : [])]) {
        if (!each.budget) continue;
        if (each.overBudget) {
          // It moved into a tree that is stopped.
          await endClaims(stores, by, taskNumber);
          continue;
        }
        const { tree } = await stores.subtasks.usageOf(each.taskNumber);
        const reached = reachedIn(each.budget, tree);
        if (reached) await stop(stores, by, await requireTask(stores, each.taskNumber), reached);
      }
    },

    /** After the budget of a task was changed: stops its tree or takes it up again. */
    afterChange: async (stores: Stores, by: Caller, task: Task): Promise<Task> => {
      const { tree } = await stores.subtasks.usageOf(task.taskNumber);
      const reached = reachedIn(task.budget, tree);
      if (reached && !task.overBudget) await stop(stores, systemCaller(by.workspaceId), task, reached);
      else if (!reached && task.overBudget) await takeUp(stores, by, task);
      return requireTask(stores, task.taskNumber);
    },
  };
}
