import { bodyProblem, type Problem } from '../shared/text.ts';
import { type NewTask, type Task, taskProblems } from './task.ts';

/** Maximum entries of a request. */
export const MAX_SPLIT = 100;
/** Maximum characters of a key. */
export const MAX_KEY = 40;
/** Maximum blockers of all entries together. */
export const MAX_BLOCKERS = 1_000;

/** The state of the task after the split. */
export const SPLIT_THEN = ['wait', 'continue'] as const;

export interface NewChild extends Omit<NewTask, 'parentTaskNumber'> {
  /** Names the entry in `blockedBy` of others. */
  readonly key?: string | undefined;
  /** Keys of other entries and numbers of tasks. */
  readonly blockedBy?: readonly (string | number)[] | undefined;
}

export interface Split {
  /** The claim's token; the Tandem-Claim header works as well. */
  readonly token?: string | null | undefined;
  readonly tasks: readonly NewChild[];
  /** Defaults to `continue`. */
  readonly then?: (typeof SPLIT_THEN)[number] | undefined;
}

/** Problems of a request to split a task, by field. */
export function splitProblems({ tasks, then }: Split, parent: Task): Record<string, Problem> {
  if (tasks.length > MAX_SPLIT) return { tasks: `must be at most ${MAX_SPLIT} tasks` };
  if (tasks.length === 0 && (then !== 'wait' || parent.children.total === 0))
    return { tasks: 'must have an entry; it may be empty only to wait for existing sub-tasks' };
  const edges = tasks.reduce((sum, { blockedBy = [] }) => sum + blockedBy.length, 0);
  if (edges > MAX_BLOCKERS) return { tasks: `must have at most ${MAX_BLOCKERS} blockers together` };
  const problems: Record<string, Problem> = {};
  const keys = new Map<string, number>();
  for (const [index, task] of tasks.entries()) {
    const { key, blockedBy, ...fields } = task;
    const within = Object.entries(taskProblems(fields)).map(([field, problem]) => [
      `tasks.${index}.${field}`,
      problem,
    ]);
    Object.assign(problems, Object.fromEntries(within), { [`tasks.${index}.key`]: keyProblem(key, keys) });
    if (key !== undefined) keys.set(key, index);
  }
  for (const [index, { key, blockedBy = [] }] of tasks.entries()) {
    for (const [place, blocker] of blockedBy.entries()) {
      if (typeof blocker !== 'number' && (!keys.has(blocker) || blocker === key))
        problems[`tasks.${index}.blockedBy.${place}`] =
          'must be the key of another entry, or the number of a task';
    }
  }
  if (Object.values(problems).some((problem) => problem !== undefined)) return problems;
  const cycle = entryInCycle(tasks, keys);
  return cycle === undefined
    ? {}
    : { [`tasks.${cycle}.blockedBy`]: 'closes a cycle: no entry of it could start' };
}

function keyProblem(key: string | undefined, known: ReadonlyMap<string, number>): Problem {
  if (key === undefined) return undefined;
  return bodyProblem(key, MAX_KEY) ?? (known.has(key) ? 'is the key of an earlier entry' : undefined);
}

/** The first entry in a cycle of blockers among the entries. */
function entryInCycle(tasks: readonly NewChild[], keys: ReadonlyMap<string, number>): number | undefined {
  const left = new Set(tasks.keys());
  const waits = (index: number) =>
    (tasks[index]?.blockedBy ?? []).some(
      (each) => typeof each === 'string' && left.has(keys.get(each) ?? -1),
    );
  // Removes entries that could start, until none is left or all others wait for each other.
  for (let before = Number.NaN; before !== left.size; ) {
    before = left.size;
    for (const index of left) if (!waits(index)) left.delete(index);
  }
  return left.values().next().value;
}
