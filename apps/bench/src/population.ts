import type { Effort, Priority, TaskStatus } from '@tandem/core';

/*
 * The shape of a large workspace. Every task is a function of its number, so that load generators know the tasks
 * without reading them.
 */

/** An even spread from 0 to 1 over the numbers; another `salt` gives another spread. */
function spread(number: number, salt: number): number {
  let bits = Math.imul(number ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  bits ^= bits >>> 16;
  return (bits >>> 0) / 2 ** 32;
}

/** Values, each with its share. */
type Shares<T> = readonly (readonly [value: T, share: number])[];

function pick<T>(shares: Shares<T>, position: number): T {
  let sum = 0;
  for (const [value, share] of shares) {
    sum += share;
    if (position < sum) return value;
  }
  return (shares.at(-1) as readonly [T, number])[0];
}

const STATUSES: Shares<TaskStatus> = [
  ['done', 0.5],
  ['todo', 0.2],
  ['backlog', 0.12],
  ['in_progress', 0.08],
  ['canceled', 0.06],
  ['waiting', 0.04],
];
const PRIORITIES: Shares<Priority> = [
  ['p2', 0.5],
  ['p3', 0.25],
  ['p1', 0.2],
  ['p0', 0.05],
];
const EFFORTS: Shares<Effort | null> = [
  [null, 0.4],
  ['m', 0.2],
  ['s', 0.2],
  ['l', 0.1],
  ['xs', 0.07],
  ['xl', 0.03],
];

/** The number of each kind of resource that tasks refer to. */
export const SIZES = { members: 40, agents: 10, projects: 60, labels: 60, tags: 40 } as const;

/** Small indexes are more common than large ones, as some projects and people are busier than others. */
const skewed = (count: number, position: number): number => Math.floor(count * position ** 2);

export const tagNamed = (index: number): string => `tag-${index}`;
/** On a quarter of the tasks. */
export const COMMON_TAG = 'backend';
/** On 20 tasks, however many there are; so is the label. */
export const RARE_TAG = 'postmortem';
export const RARE_LABEL_INDEX = SIZES.labels;
const RARE_TASKS = 20;

/** A task's fields; members, projects and labels by index. */
export interface Traits {
  readonly status: TaskStatus;
  readonly priority: Priority;
  readonly effort: Effort | null;
  readonly archived: boolean;
  readonly assignee: number | null;
  readonly creator: number;
  readonly project: number | null;
  readonly tags: readonly string[];
  readonly labels: readonly number[];
  /** The task that blocks this one. */
  readonly blockedBy: number | null;
}

export function traitsOf(number: number, tasks: number): Traits {
  const at = (salt: number) => spread(number, salt);
  const status = pick(STATUSES, at(1));
  const closed = status === 'done' || status === 'canceled';
  const rare = number % Math.floor(tasks / RARE_TASKS) === 0;
  return {
    status,
    priority: pick(PRIORITIES, at(2)),
    effort: pick(EFFORTS, at(3)),
    archived: closed && at(4) < 0.3,
    assignee: at(5) < 0.25 ? null : skewed(SIZES.members, at(6)),
    creator: skewed(SIZES.members, at(7)),
    project: at(8) < 0.3 ? null : skewed(SIZES.projects, at(9)),
    tags: [
      ...(at(10) < 0.25 ? [COMMON_TAG] : []),
      ...(at(11) < 0.6 ? [tagNamed(skewed(SIZES.tags, at(12)))] : []),
      ...(rare ? [RARE_TAG] : []),
    ],
    labels: [...(at(13) < 0.4 ? [skewed(SIZES.labels, at(14))] : []), ...(rare ? [RARE_LABEL_INDEX] : [])],
    blockedBy: number > 10 && at(15) < 0.08 ? number - 1 - Math.floor(at(16) * 9) : null,
  };
}

export interface Move {
  readonly number: number;
  readonly to: TaskStatus;
}

/** The tasks that are to be done. */
export const movableOf = (tasks: number): number[] =>
  Array.from({ length: tasks }, (_, i) => i + 1).filter(
    (number) => traitsOf(number, tasks).status === 'todo',
  );

/** Moves without end, all allowed: each open task to in_progress in turn, then each back to todo. */
export function endlessMoves(tasks: number): () => Move {
  const movable = movableOf(tasks);
  let moves = 0;
  return () => {
    const number = movable[moves % movable.length] as number;
    const to = Math.floor(moves / movable.length) % 2 === 0 ? 'in_progress' : 'todo';
    moves++;
    return { number, to };
  };
}

/** The body of a new task, much as people write them. */
export const newTask = (index: number) => ({
  title: `Retry the nightly export when the mirror is away (${index})`,
  description: DESCRIPTION,
  priority: 'p1' as const,
  tags: [COMMON_TAG, tagNamed(index % SIZES.tags)],
});

export const DESCRIPTION =
  'The nightly export gives up at the first refused connection, and the report of the next morning is empty. ' +
  'Try again up to five times with a growing pause, and say in the log which mirror was away and for how long. ' +
  'When all of them fail, leave the old report in place.';
