import type { Caller } from '../../access/caller.ts';
import { findTask, requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import {
  type AnyCheck,
  boolean,
  either,
  list,
  maybe,
  nullable,
  number,
  object,
  oneOf,
  optional,
  refusedArguments,
  text,
} from '../../shared/check.ts';
import { Damaged, invalid, Refusal } from '../../shared/refusal.ts';
import { fold } from '../../shared/text.ts';
import { type SeenTask, taskViewer } from '../seen.ts';
import { type ArchiveOptions, MAX_TREE } from '../subtasks.ts';
import type { Task, TaskChange, TaskRef } from '../task.ts';
import { type Combined, inOneUnit, type Within } from './within.ts';

/** The input of each operation of a bulk change, by its name. */
interface Inputs {
  readonly update: TaskChange;
  readonly transition: Parameters<Combined['tasks']['transition']>[2];
  readonly archive: ArchiveOptions;
  readonly unarchive: object;
  readonly assign: { readonly assignedTo: string | null };
  readonly addLabels: {
    readonly labels: readonly string[];
    readonly createMissing?: boolean | undefined;
  };
  readonly removeLabels: { readonly labels: readonly string[] };
  readonly setParent: { readonly parentTaskNumber: number | null };
  readonly comment: { readonly body: string };
}

export type BulkOp = keyof Inputs;

/** One change of one task. `token` is the token of the task's claim. */
export type BulkOperation = {
  readonly [Op in BulkOp]: {
    readonly op: Op;
    readonly task: TaskRef;
    readonly token?: string | null | undefined;
  } & Inputs[Op];
}[BulkOp];

/** A refusal in place of an operation is its result: its input has been refused before. */
export type BulkStep = BulkOperation | Refusal;

export interface BulkChange {
  /** Whether one refusal refuses all. */
  readonly atomic?: boolean | undefined;
  readonly operations: readonly BulkStep[];
}

export type BulkResult<T = SeenTask> =
  | { readonly index: number; readonly ok: true; readonly task: T }
  | { readonly index: number; readonly ok: false; readonly refusal: Refusal };

export const MAX_BULK = 500;
/** Operations whose units may share a commit: few, so that others wait for milliseconds. */
const AT_ONCE = 16;

/** Whether the operation may change everything below its task, and so runs alone. */
const changesTree = (step: BulkStep): boolean =>
  (step as { readonly children?: unknown } | null)?.children !== undefined;

/** The operations in order, in batches that run at once. */
function batchesOf(steps: readonly BulkStep[]): readonly (readonly BulkStep[])[] {
  const batches: BulkStep[][] = [];
  for (const step of steps) {
    const last = batches.at(-1);
    const fits = last && last.length < AT_ONCE && ![step, ...last].some(changesTree);
    if (fits) last.push(step);
    else batches.push([step]);
  }
  return batches;
}

interface Act {
  readonly operations: Combined;
  readonly stores: Stores;
  readonly caller: Caller;
  readonly task: TaskRef;
  readonly seen: (task: Task) => SeenTask;
}

type Acts = { readonly [Op in BulkOp]: (act: Act, input: Inputs[Op]) => Promise<SeenTask> };

/** The single operation behind each operation of a bulk change, so that rules and errors are the same. */
const ACTS: Acts = {
  update: ({ operations, caller, task }, input) => operations.tasks.update(caller, task, input),
  transition: ({ operations, caller, task }, input) => operations.tasks.transition(caller, task, input),
  archive: ({ operations, caller, task }, input) => operations.tasks.archive(caller, task, input),
  unarchive: ({ operations, caller, task }) => operations.tasks.unarchive(caller, task),
  assign: ({ operations, caller, task }, { assignedTo }) =>
    operations.tasks.update(caller, task, { assignedTo }),
  addLabels: async ({ operations, stores, caller, task }, { labels, createMissing }) => {
    const before = (await requireTask(stores, task)).labels.map(({ name }) => name);
    return operations.tasks.update(caller, task, { labels: [...before, ...labels], createMissing });
  },
  removeLabels: async ({ operations, stores, caller, task }, { labels }) => {
    const removed = new Set(labels.map((name) => fold(name.trim())));
    const before = (await requireTask(stores, task)).labels.map(({ name }) => name);
    return operations.tasks.update(caller, task, {
      labels: before.filter((name) => !removed.has(fold(name))),
    });
  },
  setParent: ({ operations, caller, task }, { parentTaskNumber }) =>
    operations.tasks.update(caller, task, { parentTaskNumber }),
  comment: async ({ operations, stores, caller, task, seen }, input) => {
    await operations.comments.create(caller, task, input);
    return seen(await requireTask(stores, task));
  },
};

const nothing = object({});

/** Checks of inputs that no single operation checks. */
const CHECKS: Partial<Record<BulkOp, AnyCheck>> = {
  unarchive: nothing,
  assign: object<Inputs['assign']>({ assignedTo: nullable(text) }),
  addLabels: object<Inputs['addLabels']>({ labels: list(text), createMissing: optional(boolean) }),
  removeLabels: object<Inputs['removeLabels']>({ labels: list(text) }),
  setParent: object<Inputs['setParent']>({ parentTaskNumber: nullable(number) }),
};

const addressed = object<Pick<BulkOperation, 'op' | 'task' | 'token'>>({
  op: oneOf(Object.keys(ACTS) as BulkOp[]),
  task: either(number, text, 'must be a number or a string'),
  token: maybe(text),
});

function checked(operation: BulkOperation): BulkOperation {
  const { op, task, token, ...input } = operation;
  const check = CHECKS[op];
  const checks = check ? [addressed, check] : [addressed];
  const refused = refusedArguments(checks, [null, { op, task, token }, input]);
  if (refused) throw refused;
  return operation;
}

/** The refusal; throws anything else. */
function refusalIn(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** A storage that is down stays down for the rest, which would wait for it in vain. */
const isDown = (refusal: Refusal): boolean => refusal.code === 'UNAVAILABLE' && !(refusal instanceof Damaged);

/**
 * Carries out the operations in order, a few at once: a storage runs units of a workspace in the order in which they
 * were begun. A refusal is the result of its operation and affects no other.
 */
export async function bulkResults<T>(
  steps: readonly BulkStep[],
  perform: (operation: BulkOperation, index: number) => Promise<T>,
): Promise<readonly BulkResult<T>[]> {
  const results: BulkResult<T>[] = [];
  let down: Refusal | undefined;
  const outcome = async (step: BulkStep, index: number): Promise<BulkResult<T>> => {
    try {
      if (down ?? step instanceof Refusal) throw down ?? step;
      return { index, ok: true, task: await perform(step as BulkOperation, index) };
    } catch (error) {
      return { index, ok: false, refusal: refusalIn(error) };
    }
  };
  for (const batch of batchesOf(steps)) {
    const from = results.length;
    results.push(...(await Promise.all(batch.map((step, i) => outcome(step, from + i)))));
    for (const result of results.slice(from))
      if (!result.ok && isDown(result.refusal)) down ??= result.refusal;
    if (down && !results.some(({ ok }) => ok)) throw down;
  }
  return results;
}

/** Changes of several tasks in one request (docs/rules.md, Bulk changes). */
export function bulkUseCases(ports: SteadyPorts, within: Within) {
  const inUnit = inOneUnit(ports, within);
  const { seen } = taskViewer(ports);

  const perform = async (
    operations: Combined,
    stores: Stores,
    caller: Caller,
    operation: BulkOperation,
  ): Promise<SeenTask> => {
    const { op, task, token, ...input } = checked(operation);
    const by = typeof token !== 'string' ? caller : { ...caller, claimToken: token };
    return (ACTS[op] as (act: Act, input: object) => Promise<SeenTask>)(
      { operations, stores, caller: by, task, seen },
      input,
    );
  };

  /** Carries out one operation of a bulk change, in one unit. */
  const apply = (caller: Caller, operation: BulkOperation): Promise<SeenTask> =>
    inUnit(caller, (operations, stores) => perform(operations, stores, caller, operation));

  const applyAll = (caller: Caller, steps: readonly BulkStep[]): Promise<readonly BulkResult[]> =>
    inUnit(caller, async (operations, stores) => {
      const results: BulkResult[] = [];
      let inTrees = 0;
      for (const [index, step] of steps.entries()) {
        inTrees += await treeSize(stores, step);
        if (inTrees > MAX_TREE) throw tooManyInTrees();
        try {
          if (step instanceof Refusal) throw step;
          results.push({ index, ok: true, task: await perform(operations, stores, caller, step) });
        } catch (error) {
          const refusal = refusalIn(error);
          if (refusal.code === 'UNAVAILABLE') throw refusal;
          results.push({ index, ok: false, refusal });
        }
      }
      const failed = results.flatMap((result) =>
        result.ok ? [] : [{ index: result.index, error: result.refusal }],
      );
      if (failed.length > 0) throw bulkRefused(failed);
      return results;
    });

  return {
    apply,
    /**
     * Carries out up to MAX_BULK operations in order, each in a unit of its own. `atomic`: all in one unit; 422
     * BULK_REFUSED if one is refused, 409 LIMIT_REACHED if the trees that it closes have more than MAX_TREE tasks.
     */
    bulk: async (caller: Caller, { atomic, operations }: BulkChange): Promise<readonly BulkResult[]> => {
      checkSize(operations);
      return atomic
        ? applyAll(caller, operations)
        : bulkResults(operations, (operation) => apply(caller, operation));
    },
  };
}

/** Tasks that an operation with `children` may change; 0 for others. */
async function treeSize(stores: Pick<Stores, 'tasks' | 'subtasks'>, step: BulkStep): Promise<number> {
  if (!changesTree(step)) return 0;
  const { task: ref } = step as BulkOperation;
  const task = typeof ref === 'string' || typeof ref === 'number' ? await findTask(stores, ref) : null;
  return task ? (await stores.subtasks.subtree(task.taskNumber)).size : 0;
}

/** 409 LIMIT_REACHED for one unit that would hold up others for too long. */
const tooManyInTrees = () =>
  new Refusal(
    'LIMIT_REACHED',
    `The operations with children of an atomic bulk change can concern at most ${MAX_TREE} tasks, sub-tasks included. Send fewer of them, or omit atomic.`,
  );

export function checkSize(operations: readonly unknown[]): void {
  if (operations.length === 0 || operations.length > MAX_BULK)
    throw invalid({ operations: `must be 1 to ${MAX_BULK} operations` });
}

const bulkRefused = (failed: readonly { readonly index: number; readonly error: Refusal }[]) =>
  new Refusal(
    'BULK_REFUSED',
    'Some operations were refused, so nothing was changed. Correct or omit them and retry.',
    { details: { failed } },
  );
