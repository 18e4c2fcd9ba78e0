import type { Caller } from '../../access/caller.ts';
import { changedFields } from '../../events/event.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { humansOnly } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { isConfirmed } from '../../results/check.ts';
import { changedCriteria, criteriaText, sameCriteria } from '../../results/criteria.ts';
import { Refusal, refuseProblems } from '../../shared/refusal.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { budgetKeeper } from '../../steps/keep-budgets.ts';
import { anchorOf, taskRanker } from '../../steps/rank-task.ts';
import { verificationRequester } from '../../steps/request-verifications.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { checkMovesBelow, checkStaysInBudget, parentSetter, resolveParent } from '../../steps/set-parent.ts';
import { type TaskWithCriteria, taskViewer } from '../seen.ts';
import {
  TASK_TEXTS,
  type Task,
  type TaskChange,
  type TaskRef,
  type TaskUpdate,
  taskProblems,
} from '../task.ts';
import { applyInput, labelRecorder } from './fields.ts';

/** Changes only the given fields. Only `transition` changes the status. */
export function taskUpdater(ports: SteadyPorts) {
  const { storage, clock, newId } = ports;
  const recordCreated = labelRecorder(ports);
  const save = taskSaver(ports);
  const { seen } = taskViewer(ports);
  const judge = actJudge(ports);
  const setParent = parentSetter(ports);
  const budgets = budgetKeeper(ports);
  const rank = taskRanker(ports);
  const requestVerifications = verificationRequester(ports);

  /** The new parent if it changes, null to detach the task; undefined otherwise. */
  const parentAfter = async (
    stores: Stores,
    by: Caller,
    task: Task,
    { parentTaskNumber: to }: TaskChange,
  ): Promise<Task | null | undefined> => {
    if (to === undefined || to === (task.parent?.taskNumber ?? null)) return undefined;
    const parent = to === null ? null : await resolveParent(stores, to);
    await checkStaysInBudget(stores, by, task, parent);
    if (parent === null) return null;
    await judge(stores, by, parent, 'split');
    await checkMovesBelow(stores, task, parent);
    return parent;
  };

  return (caller: Caller, ref: TaskRef, input: TaskUpdate): Promise<TaskWithCriteria> =>
    storage.write(caller.workspaceId, async (stores) => {
      const before = await requireTask(stores, ref);
      if ('status' in input) throw statusNotPatchable();
      refuseProblems(taskProblems(input));
      const by = await actingOn(stores, caller, before);
      if (input.criteria !== undefined) checkSetsTerms(by, before, 'the criteria');
      if (input.budget !== undefined) {
        checkSetsTerms(by, before, 'the budget');
        await checkUnused(stores, by, before);
      }
      await judge(stores, by, before, isRewritten(before, input) ? 'rewrite' : 'change');
      const parentTo = await parentAfter(stores, by, before, input);
      const anchor = await anchorOf(stores, before, input);
      if (anchor) await rank(stores, by, before, anchor);
      const { fields, made } = await applyInput(stores, before, input, newId);
      const reassigned = fields.assignee?.id !== before.assignee?.id;
      // A new assignee replaces the agent that the task was returned to, and ends the claim.
      const free = reassigned && { claim: null, work: { ...before.work, backTo: null } };
      const changed: Task = { ...before, ...fields, ...free, updatedAt: clock() };
      await recordCreated(stores, by, made);
      const { criteria: store } = stores;
      const had = await (input.criteria ? store.allOf(before.taskNumber) : store.of(before.taskNumber));
      const criteria = input.criteria ? changedCriteria(had, input.criteria, newId, by) : had;
      const changes = [
        ...changedFields(TASK_TEXTS, before, changed),
        ...(sameCriteria(had, criteria)
          ? []
          : [{ field: 'criteria', oldValue: criteriaText(had), newValue: criteriaText(criteria) }]),
      ];
      const isRebudgeted = changes.some(({ field }) => field === 'budget');
      /** Moves the task below its new parent, and stops or takes up the trees whose budget this concerns. */
      const settle = async (task: Task): Promise<Task> => {
        if (parentTo !== undefined) {
          await setParent(stores, by, task, parentTo);
          await budgets.afterUsage(stores, by.workspaceId, task.taskNumber);
        }
        const moved = parentTo === undefined ? task : await requireTask(stores, task.taskNumber);
        return isRebudgeted ? budgets.afterChange(stores, by, moved) : moved;
      };
      if (changes.length === 0) return { criteria, ...seen(await settle(before)) };
      if (criteria !== had) await stores.criteria.replace(before.taskNumber, criteria);
      const after = await save(stores, by, {
        before,
        after: changed,
        end: 'reassigned',
        event: { action: 'updated', changes },
        subscribe: reassigned && changed.assignee ? [changed.assignee.id] : [],
      });
      if (criteria !== had && [...had, ...criteria].some(({ check }) => isConfirmed(check)))
        await requestVerifications(stores, by, after);
      return { criteria, ...seen(await settle(after)) };
    });
}

/**
 * 403 unless the caller is a person, or created the task and nobody has started it: an agent must not set the
 * criteria or the budget that its own work is judged by (docs/rules.md, Results and Sub-tasks).
 */
function checkSetsTerms(caller: Caller, task: Task, what: string): void {
  if (caller.type === 'human') return;
  const own = task.creatorId === caller.id;
  if (!own || task.work.startedAt !== null)
    throw humansOnly(`set ${what} of a task that others created, or that has been started`);
}

/** 403 unless the caller is a person or nothing in the tree was used: an agent must not lift the limit of its work. */
async function checkUnused({ subtasks }: Stores, { type }: Caller, { taskNumber }: Task): Promise<void> {
  if (type === 'human') return;
  const { tree } = await subtasks.usageOf(taskNumber);
  if (Object.keys(tree).length > 0) throw humansOnly('set the budget of a task that has usage');
}

/**
 * Whether the change affects the title, the description or the criteria, which are the subject of a person's
 * decision.
 */
const isRewritten = (before: Task, { title, description, criteria }: TaskChange): boolean =>
  (title !== undefined && title.trim() !== before.title) ||
  (description !== undefined && description !== before.description) ||
  criteria !== undefined;

const statusNotPatchable = () =>
  new Refusal(
    'STATUS_NOT_PATCHABLE',
    'The status cannot be patched. Use POST /api/v1/tasks/:identifier/transition to move the task.',
    { fields: { status: ['can only be changed by the transition endpoint'] } },
  );
