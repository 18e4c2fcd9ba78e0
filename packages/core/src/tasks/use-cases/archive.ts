import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts } from '../../ports.ts';
import { Refusal } from '../../shared/refusal.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { checkIntake, moverFinder } from '../../steps/intake.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { taskMover } from '../../steps/move-task.ts';
import { verificationRequester } from '../../steps/request-verifications.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { checkOpensBelow } from '../../steps/set-parent.ts';
import { checkChoice } from '../../steps/transition-task.ts';
import { checkDelete } from '../blocking.ts';
import { type SeenTask, taskViewer } from '../seen.ts';
import { isOpen } from '../status.ts';
import type { ArchiveOptions, ChildrenChoice } from '../subtasks.ts';
import type { TaskRef } from '../task.ts';
import { closeChildren } from './close-children.ts';
import { inOneUnit, type Within } from './within.ts';

/** Archives and deletes tasks. */
export function taskArchive(ports: SteadyPorts, within: Within) {
  const { clock } = ports;
  const inUnit = inOneUnit(ports, within);
  const save = taskSaver(ports);
  const { seen } = taskViewer(ports);
  const judge = actJudge(ports);
  const moverOf = moverFinder(ports);
  const moveTask = taskMover(ports);
  const requestVerifications = verificationRequester(ports);
  const setArchived = (
    caller: Caller,
    ref: TaskRef,
    archived: boolean,
    children?: ChildrenChoice,
  ): Promise<SeenTask> =>
    inUnit(caller, async (operations, stores) => {
      const before = await requireTask(stores, ref);
      if (before.archived === archived) return seen(before);
      const by = await actingOn(stores, caller, before);
      await judge(stores, by, before, archived ? 'archive' : 'change');
      // A task that returns to the backlog counts against the intake limit again.
      if (!archived && (await moverOf(stores, by, before)).held) await checkIntake(stores, before.creatorId);
      if (!archived && isOpen(before.status)) await checkOpensBelow(stores, before);
      if (archived) await checkChoice(stores, before, children);
      // Otherwise the end of its sub-tasks would wake it.
      const endsWait = archived && before.waitingFor?.kind === 'children';
      const task = endsWait ? await moveTask(stores, by, before, { to: 'todo' }) : before;
      const after = await save(stores, by, {
        before: task,
        after: { ...task, archived, updatedAt: clock(), claim: archived ? null : task.claim },
        end: 'archived',
        event: { action: archived ? 'archived' : 'unarchived' },
      });
      await requestVerifications(stores, by, after);
      return seen(await closeChildren({ operations, stores }, caller, { before, after }, { children }));
    });

  return {
    /**
     * Hides the task from lists; repeatable. 422 CHILDREN_OPEN unless the request says what happens to its open
     * children.
     */
    archive: (caller: Caller, ref: TaskRef, { children }: ArchiveOptions = {}) =>
      setArchived(caller, ref, true, children),
    /** Restores the task to lists; repeatable. 422 PARENT_DONE for an open task whose parent is done. */
    unarchive: (caller: Caller, ref: TaskRef) => setArchived(caller, ref, false),
    /**
     * Its children become roots. 409 TASK_NOT_ARCHIVED unless the task is archived. 403 when it would remove a blocker
     * that only people can remove (`blocking.ts`).
     */
    delete: (caller: Caller, ref: TaskRef): Promise<{ title: string }> =>
      inUnit(caller, async (operations, stores) => {
        const task = await requireTask(stores, ref);
        if (!task.archived) {
          throw new Refusal('TASK_NOT_ARCHIVED', 'Only an archived task can be deleted. Archive it first.');
        }
        const by = await actingOn(stores, caller, task);
        if (by.type !== 'human')
          checkDelete(by.type, task.status, await stores.relations.of(task.taskNumber));
        await judge(stores, by, task, 'delete');
        for (const child of await stores.subtasks.children(task.taskNumber))
          await operations.tasks.update(caller, child.taskNumber, { parentTaskNumber: null });
        // What a deleted task used stays in the tree; otherwise an agent could refill a budget.
        if (task.parent) {
          const { own } = await stores.subtasks.usageOf(task.taskNumber);
          await stores.subtasks.addUsage(task.parent.taskNumber, own);
        }
        await save(stores, by, { before: task, after: null, event: { action: 'deleted' } });
        return { title: task.title };
      }),
  };
}
