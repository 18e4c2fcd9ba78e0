import type { Caller, Run } from '../access/caller.ts';
import { unauthenticated } from '../access/callers.ts';
import {
  CHANGED_BY_RUN,
  checkAsksForWork,
  GIVEN_TO_CHILD,
  outsideRun,
  RUN_KEYS,
  type RunRule,
} from '../access/run-keys.ts';
import { isLiving } from '../claims/claim.ts';
import { findTask } from '../lookup/tasks.ts';
import type { SteadyPorts, Storage, Stores } from '../ports.ts';
import { fold } from '../shared/text.ts';
import type { Task, TaskRef } from '../tasks/task.ts';

/** A request with a run key, inside one of its units of work. */
interface RunRequest {
  readonly stores: Stores;
  readonly caller: Caller;
  /** The task of the run. */
  readonly own: Task;
  /** The arguments after the caller. */
  readonly given: readonly unknown[];
}

type Check = (request: RunRequest) => Promise<void> | void;

/**
 * The ports for one call of an operation. For a run key, every unit of work first checks that its claim still holds the
 * task (401) and that the operation stays within it (403 OUTSIDE_RUN); other callers get their ports as they are.
 */
export function withinRun(
  ports: SteadyPorts,
  operation: string,
  caller: Caller,
  given: readonly unknown[],
): SteadyPorts {
  checkAsksForWork(caller, operation);
  const { run } = caller;
  if (!run) return ports;
  const rule: RunRule = RUN_KEYS[operation as keyof typeof RUN_KEYS] ?? 'refused';
  if (rule === 'refused') throw outsideRun('This key cannot do that.');
  if (rule === 'measured') return ports;
  let endedItself = false;
  const gated =
    (open: Storage['write']): Storage['write'] =>
    (workspaceId, work) =>
      open(workspaceId, async (stores) => {
        if (!endedItself) {
          const own = await ownTask(stores, run, ports.steadyClock());
          await CHECKS[rule]({ stores, caller, own, given });
        }
        const result = await work(stores);
        // A result or a release ends the claim; what the operation reads afterwards belongs to it.
        endedItself ||= (await heldBy(stores, run)) === null;
        return result;
      });
  const { storage } = ports;
  return { ...ports, storage: { ...storage, read: gated(storage.read), write: gated(storage.write) } };
}

async function heldBy({ tasks }: Stores, { claimId, taskNumber }: Run): Promise<Task | null> {
  const task = await tasks.byNumber(taskNumber);
  return task?.claim?.id === claimId ? task : null;
}

/** The task that the run holds; 401 once it does not. */
async function ownTask(stores: Stores, run: Run, steadyNow: number): Promise<Task> {
  const task = await heldBy(stores, run);
  if (!task || !isLiving(task.claim, steadyNow)) throw unauthenticated();
  return task;
}

const isChildOf = (own: Task, task: Task): boolean => task.parent?.taskNumber === own.taskNumber;

/** The task if the run works on it: its own, or a child that its agent created. */
const isWorkedOn = ({ own, caller }: RunRequest, task: Task): boolean =>
  task.id === own.id || (isChildOf(own, task) && task.creatorId === caller.id);

async function isNamed({ stores, own }: RunRequest, task: Task): Promise<boolean> {
  if (task.id === own.id || isChildOf(own, task) || own.parent?.taskNumber === task.taskNumber) return true;
  const related = await stores.relations.of(own.taskNumber);
  return related.some((relation) => relation.task.taskNumber === task.taskNumber);
}

const first = ({ given: [ref] }: RunRequest) => ref as TaskRef;
const second = <T>({ given }: RunRequest) => given[1] as T;

/** Tasks that don't exist are outside as well, so that a run cannot probe numbers. */
const otherTask = () => outsideRun('The task is not part of this run.');

async function checkTask(request: RunRequest, ref: TaskRef): Promise<void> {
  const task = await findTask(request.stores, ref);
  if (!task || !isWorkedOn(request, task)) throw otherTask();
}

/** 403 for a field with a value that is not in the list. Empty values change nothing. */
function checkFields(input: object, allowed: readonly string[]): void {
  for (const [field, value] of Object.entries(input)) {
    const isEmpty =
      value === undefined ||
      value === null ||
      value === false ||
      (typeof value === 'object' && Object.keys(value).length === 0);
    if (!isEmpty && !allowed.includes(field)) throw outsideRun(`This key cannot set ${field}.`);
  }
}

interface ChildInput {
  readonly parentTaskNumber?: number | null;
  readonly assignedTo?: string | null;
  readonly blockedBy?: readonly (string | number)[];
}

/** A child under the run's own task, for its own agent or unassigned, blocked by siblings only. */
async function checkChild({ stores, caller, own }: RunRequest, child: ChildInput): Promise<void> {
  checkFields(child, GIVEN_TO_CHILD);
  const { assignedTo, blockedBy = [] } = child;
  const names = [caller.id, caller.name, caller.displayName, 'me', 'unassigned'].map(fold);
  if (assignedTo && !names.includes(fold(assignedTo.trim())))
    throw outsideRun('This key cannot assign a task to others.');
  for (const blocker of blockedBy)
    if (typeof blocker === 'number') await checkSibling({ stores, own }, blocker);
}

async function checkSibling({ stores, own }: Pick<RunRequest, 'stores' | 'own'>, ref: TaskRef) {
  const task = await findTask(stores, ref);
  if (!task || !isChildOf(own, task))
    throw outsideRun('A child of this run can only be blocked by a sibling.');
}

const CHECKS: Readonly<Record<Exclude<RunRule, 'refused' | 'measured'>, Check>> = {
  open: () => undefined,
  own: async (request) => {
    const task = await findTask(request.stores, first(request));
    if (task?.id !== request.own.id) throw otherTask();
  },
  task: (request) => checkTask(request, first(request)),
  named: async (request) => {
    const task = await findTask(request.stores, first(request));
    if (!task || !(await isNamed(request, task))) throw otherTask();
  },
  project: ({ own, given: [id] }) => {
    if (own.project?.id !== id) throw outsideRun('The task of this run is not in that project.');
  },
  goal: async (request) => {
    const project = await projectOf(request);
    if (!project?.goal || project.goal.id !== request.given[0])
      throw outsideRun('The task of this run does not serve that goal.');
  },
  initiative: async (request) => {
    const project = await projectOf(request);
    if (!project?.initiative || project.initiative.id !== request.given[0])
      throw outsideRun('The task of this run is not part of that initiative.');
  },
  question: async (request) => {
    const question = await request.stores.questions.byId(request.given[0] as string);
    if (!question) throw outsideRun('The question is not part of this run.');
    await checkTask(request, question.task.taskNumber);
  },
  questions: (request) => {
    const { task } = (request.given[0] ?? {}) as { readonly task?: string };
    if (task === undefined) throw outsideRun('This key can list the questions of its task only: set task.');
    return checkTask(request, task.trim());
  },
  change: async (request) => {
    await checkTask(request, first(request));
    const input = second<object>(request);
    for (const field of Object.keys(input))
      if (
        !CHANGED_BY_RUN.some((each) => each === field) &&
        (input as Record<string, unknown>)[field] !== undefined
      )
        throw outsideRun(`This key cannot change ${field}.`);
  },
  create: async (request) => {
    const input = request.given[0] as ChildInput;
    if (input.parentTaskNumber !== request.own.taskNumber)
      throw outsideRun('This key can only create children of its own task: set parentTaskNumber.');
    await checkChild(request, input);
  },
  child: (request) => CHECKS.create(request),
  blocker: async (request) => {
    for (const ref of [first(request), second<{ readonly taskNumber: number }>(request).taskNumber])
      await checkSibling(request, ref);
  },
  split: async (request) => {
    const task = await findTask(request.stores, first(request));
    if (task?.id !== request.own.id) throw otherTask();
    for (const child of second<{ readonly tasks: readonly ChildInput[] }>(request).tasks)
      await checkChild(request, child);
  },
};

const projectOf = async ({ stores, own }: RunRequest) =>
  own.project === null ? null : stores.projects.byId(own.project.id);
