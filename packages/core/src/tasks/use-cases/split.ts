import type { Caller } from '../../access/caller.ts';
import { claimLost, isLiving, taskClaimed } from '../../claims/claim.ts';
import { requireTask, withRelations } from '../../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { inEntry, refuseProblems } from '../../shared/refusal.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { moverFinder } from '../../steps/intake.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { taskMover } from '../../steps/move-task.ts';
import { recorder } from '../../steps/record.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { checkTakes } from '../../steps/set-parent.ts';
import { wakeParent } from '../../steps/wake-parent.ts';
import { type SeenTask, type TaskWithCriteria, type TaskWithRelations, taskViewer } from '../seen.ts';
import { type Split, splitProblems } from '../split.ts';
import { checkMove } from '../status.ts';
import { type Task, type TaskRef, taskEntity } from '../task.ts';
import { type Combined, inOneUnit, type Within } from './within.ts';

/** The children that were created, and their parent as it is then. */
export interface SplitTask {
  readonly children: readonly TaskWithCriteria[];
  readonly task: TaskWithRelations;
}

/**
 * Creates children of a task in one unit, with the blockers among them. `then: "wait"` ends the claim: the task waits
 * until its children are closed or one needs attention (docs/rules.md, Sub-tasks). 409 TASK_CLAIMED or LEASE_LOST for a
 * wait without the token of the claim.
 */
export function taskSplitter(ports: SteadyPorts, within: Within) {
  const { clock, steadyClock } = ports;
  const inUnit = inOneUnit(ports, within);
  const judge = actJudge(ports);
  const moverOf = moverFinder(ports);
  const moveTask = taskMover(ports);
  const record = recorder(ports);
  const save = taskSaver(ports);
  const { seen } = taskViewer(ports);

  const makeChildren = async (
    { operations, stores }: { readonly operations: Combined; readonly stores: Stores },
    caller: Caller,
    parent: Task,
    { tasks }: Split,
  ): Promise<readonly TaskWithCriteria[]> => {
    if (tasks.length === 0) return [];
    await checkTakes(stores, parent, tasks.length);
    const { taskNumber: parentTaskNumber } = parent;
    const made: TaskWithCriteria[] = [];
    for (const [index, { key, blockedBy, ...input }] of tasks.entries()) {
      const create = () => operations.tasks.createChild(caller, { ...input, parentTaskNumber }, parent);
      made.push(await inEntry(`tasks.${index}`, create));
    }
    const numbers = new Map(tasks.map(({ key }, index) => [key, made[index]?.taskNumber]));
    for (const [index, { blockedBy = [] }] of tasks.entries()) {
      const blockers = blockedBy.map((each) => (typeof each === 'number' ? each : numbers.get(each)));
      for (const blocker of new Set(blockers)) {
        const relation = { type: 'blocked_by', taskNumber: blocker as number } as const;
        await operations.relations.relateChild(caller, made[index]?.taskNumber as number, relation);
      }
    }
    return Promise.all(
      made.map(async ({ criteria, taskNumber }) => ({ criteria, ...(await read(stores, taskNumber)) })),
    );
  };

  const read = async (stores: Stores, taskNumber: number): Promise<SeenTask> =>
    seen(await requireTask(stores, taskNumber));

  /** Ends the claim and lets the task wait; it is woken at once if there is nothing to wait for. */
  const wait = async (stores: Stores, by: Caller, { taskNumber, claim }: Task): Promise<void> => {
    await moveTask(stores, by, await requireTask(stores, taskNumber), {
      to: 'waiting',
      end: 'delegated',
      waitingFor: { kind: 'children', who: null, what: 'Sub-tasks' },
      work: { failures: 0 },
    });
    const task = await requireTask(stores, taskNumber);
    const related = claim ? { claimId: claim.id, agentId: claim.agent.id } : undefined;
    await record(stores, by, { entity: taskEntity(task), action: 'delegated', related });
    const { workspaceId } = by;
    const waker = { save, record, now: clock(), workspaceId, checksAttention: true };
    await wakeParent(stores, taskNumber, waker);
  };

  return (caller: Caller, ref: TaskRef, input: Split): Promise<SplitTask> =>
    inUnit(caller, async (operations, stores) => {
      const parent = await requireTask(stores, ref);
      refuseProblems(splitProblems(input, parent));
      await checkBlockers(stores, input);
      const holder = { ...caller, claimToken: input.token ?? caller.claimToken };
      const by = await actingOn(stores, holder, parent);
      const claim = await judge(stores, by, parent, 'split');
      const waits = input.then === 'wait';
      if (waits && !claim) {
        const { claim: other } = parent;
        throw isLiving(other, steadyClock()) ? taskClaimed(other) : claimLost('unknown');
      }
      if (waits) checkMove(parent.status, 'waiting', await moverOf(stores, by, parent), []);
      const children = await makeChildren({ operations, stores }, holder, parent, input);
      if (waits) await wait(stores, by, parent);
      return { children, task: await withRelations(stores, await read(stores, parent.taskNumber)) };
    });
}

/** 400 for a blocker that is not a task of this workspace. */
async function checkBlockers({ tasks }: Pick<Stores, 'tasks'>, input: Split): Promise<void> {
  for (const [index, { blockedBy = [] }] of input.tasks.entries()) {
    for (const [place, blocker] of blockedBy.entries()) {
      if (typeof blocker === 'number' && !(await tasks.byNumber(blocker)))
        refuseProblems({
          [`tasks.${index}.blockedBy.${place}`]: 'must be the number of a task in this workspace',
        });
    }
  }
}
