import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { newCriteria } from '../../results/criteria.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { checkProof } from '../../steps/check-proof.ts';
import { checkIntake, moverFinder } from '../../steps/intake.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { changer } from '../../steps/running.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { checkTakes, parentRef, resolveParent } from '../../steps/set-parent.ts';
import { isOfAgents } from '../intake.ts';
import { type TaskWithCriteria, taskViewer } from '../seen.ts';
import { checkCreation, defaultStatus } from '../status.ts';
import { holdsDescendants } from '../subtasks.ts';
import { DEFAULT_FIELDS, type NewTask, NO_CHILDREN, NO_WORK, type Task, taskProblems } from '../task.ts';
import { applyInput, labelRecorder } from './fields.ts';

const WAITING = { kind: 'other', who: null, what: 'Waiting without a stated reason.' } as const;

/** Creates tasks in an open unit. The caller has checked that the parent takes the task. */
function taskMaker(ports: SteadyPorts) {
  const { clock, newId } = ports;
  const recordCreated = labelRecorder(ports);
  const save = taskSaver(ports);
  const { seen } = taskViewer(ports);
  const moverOf = moverFinder(ports);

  return async (
    stores: Stores,
    caller: Caller,
    input: NewTask,
    parent: Task | null,
  ): Promise<TaskWithCriteria> => {
    const mover = await moverOf(stores, caller);
    const status = input.status ?? defaultStatus(mover);
    checkCreation(status, mover);
    if (mover.held) await checkIntake(stores, caller.id);
    if (status === 'done') await checkProof(stores, caller, null);
    const project = input.projectId === undefined ? (parent?.project ?? null) : null;
    const { fields, made } = await applyInput(stores, { ...DEFAULT_FIELDS, project }, input, newId);
    const now = clock();
    const task: Task = {
      id: newId(),
      taskNumber: await stores.tasks.nextNumber(),
      status,
      completedAt: status === 'done' ? now : null,
      archived: false,
      blocked: false,
      parent: parent && parentRef(parent),
      children: NO_CHILDREN,
      overBudget: false,
      held: parent !== null && (parent.held || holdsDescendants(parent)),
      work: status === 'in_progress' ? { ...NO_WORK, startedAt: now } : NO_WORK,
      claim: null,
      waitingFor: status === 'waiting' ? { ...WAITING, since: now } : null,
      creatorId: caller.id,
      fromAgent: isOfAgents(caller),
      fromImport: false,
      rank: null,
      createdAt: now,
      updatedAt: now,
      ...fields,
    };
    await recordCreated(stores, caller, made);
    const subscribe = [caller.inboxId, task.assignee?.id].filter((id) => typeof id === 'string');
    const related = parent ? { parentId: parent.id } : undefined;
    await save(stores, caller, {
      before: null,
      after: task,
      event: { action: 'created', related },
      subscribe,
    });
    const criteria = input.criteria ? newCriteria(input.criteria, newId, caller) : [];
    if (criteria.length > 0) await stores.criteria.replace(task.taskNumber, criteria);
    return { criteria, ...seen(task) };
  };
}

/** The part of a split that creates one task: the split has checked the parent once for all of them. */
export function childCreator(ports: SteadyPorts) {
  const make = taskMaker(ports);
  const { storage } = ports;

  return (caller: Caller, input: NewTask, parent: Task): Promise<TaskWithCriteria> =>
    storage.write(caller.workspaceId, (stores) => make(stores, caller, input, parent));
}

/** Creates a task, and subscribes its creator and its assignee. */
export function taskCreator(ports: SteadyPorts) {
  const make = taskMaker(ports);
  const judge = actJudge(ports);
  const write = changer(ports);

  return async (caller: Caller, input: NewTask): Promise<TaskWithCriteria> => {
    refuseProblems(taskProblems({ ...input, title: input.title ?? '' }));
    return write(caller, async (stores) => {
      const { parentTaskNumber } = input;
      const parent =
        typeof parentTaskNumber === 'number' ? await resolveParent(stores, parentTaskNumber) : null;
      if (parent) {
        await judge(stores, await actingOn(stores, caller, parent), parent, 'split');
        await checkTakes(stores, parent, 1);
      }
      return make(stores, caller, input, parent);
    });
  };
}
