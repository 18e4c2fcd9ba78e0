import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts } from '../../ports.ts';
import { newCriteria } from '../../results/criteria.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { checkProof } from '../../steps/check-proof.ts';
import { checkIntake, moverFinder } from '../../steps/intake.ts';
import { changer } from '../../steps/running.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { isOfAgents } from '../intake.ts';
import { type TaskWithCriteria, taskViewer } from '../seen.ts';
import { checkCreation, defaultStatus } from '../status.ts';
import { DEFAULT_FIELDS, type NewTask, NO_WORK, type Task, taskProblems } from '../task.ts';
import { applyInput, labelRecorder } from './fields.ts';

const WAITING = { kind: 'other', who: null, what: 'Waiting without a stated reason.' } as const;

/** Creates a task, and subscribes its creator and its assignee. */
export function taskCreator(ports: SteadyPorts) {
  const { clock, newId } = ports;
  const recordCreated = labelRecorder(ports);
  const save = taskSaver(ports);
  const { seen } = taskViewer(ports);
  const write = changer(ports);
  const moverOf = moverFinder(ports);

  return async (caller: Caller, input: NewTask): Promise<TaskWithCriteria> => {
    refuseProblems(taskProblems({ ...input, title: input.title ?? '' }));
    return write(caller, async (stores) => {
      const mover = await moverOf(stores, caller);
      const status = input.status ?? defaultStatus(mover);
      checkCreation(status, mover);
      if (mover.held) await checkIntake(stores, caller.id);
      if (status === 'done') await checkProof(stores, caller, null);
      const { fields, made } = await applyInput(stores, DEFAULT_FIELDS, input, newId);
      const now = clock();
      const task: Task = {
        id: newId(),
        taskNumber: await stores.tasks.nextNumber(),
        status,
        completedAt: status === 'done' ? now : null,
        archived: false,
        blocked: false,
        work: status === 'in_progress' ? { ...NO_WORK, startedAt: now } : NO_WORK,
        claim: null,
        waitingFor: status === 'waiting' ? { ...WAITING, since: now } : null,
        creatorId: caller.id,
        fromAgent: isOfAgents(caller),
        createdAt: now,
        updatedAt: now,
        ...fields,
      };
      await recordCreated(stores, caller, made);
      const subscribe = [caller.inboxId, task.assignee?.id].filter((id) => typeof id === 'string');
      await save(stores, caller, { before: null, after: task, event: { action: 'created' }, subscribe });
      const criteria = input.criteria ? newCriteria(input.criteria, newId) : [];
      if (criteria.length > 0) await stores.criteria.replace(task.taskNumber, criteria);
      return { criteria, ...seen(task) };
    });
  };
}
