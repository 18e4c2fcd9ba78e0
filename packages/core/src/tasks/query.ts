import {
  boolean,
  type Check,
  list,
  number,
  oneOf,
  oneOrMore,
  optional,
  record,
  text,
} from '../shared/check.ts';
import { TASK_STATUSES } from './status.ts';
import { EFFORTS, PRIORITIES, WAITING_KINDS } from './task.ts';

export const DUES = ['overdue', 'week', 'none'] as const;

const several = oneOrMore(text, 'must be a string or an array with at least one');

/**
 * The filters of the task list as callers name them (docs/rules.md, Lists of tasks). lookup/task-filter.ts resolves
 * them; the contract has the same (contract/src/task-filters.ts).
 */
const FILTERS = {
  /** Words, as in a search. */
  q: text,
  status: list(oneOf(TASK_STATUSES)),
  priority: list(oneOf(PRIORITIES)),
  effort: list(oneOf(EFFORTS)),
  /** Names or ids of members, `me`, or `unassigned`. */
  assigned: several,
  /** Ids, or `none` for tasks without a project. */
  projectId: several,
  project: oneOf(['none']),
  /** A task's number or id, or `none` for tasks without a parent. */
  parent: text,
  tags: list(text),
  /** One name or several. */
  label: several,
  /** Whether `any` or `all` of the labels must be on the task. */
  labelMode: oneOf(['any', 'all']),
  /** A member's name or id, `me`, or the id of a service's key. */
  createdBy: text,
  /** `<source>:<id>`. */
  externalId: text,
  /** Every entry must match. */
  metadata: record(text),
  /** Includes archived tasks. */
  archived: boolean,
  /** Ready for its assignee, or for anybody if it has none; false matches the other tasks in todo. */
  ready: boolean,
  blocked: boolean,
  waitingFor: list(oneOf(WAITING_KINDS)),
  hasClaim: boolean,
  createdSince: number,
  updatedSince: number,
  completedSince: number,
  /** Inclusive, so that adjacent ranges share no task. */
  dueAfter: number,
  dueBefore: number,
  /** By the day, in UTC: open tasks due before today, or within the next seven days; or tasks without a date. */
  due: oneOf(DUES),
} as const;

/** The filters that take a time. */
export const TIME_FILTERS = [
  'createdSince',
  'updatedSince',
  'completedSince',
  'dueAfter',
  'dueBefore',
] as const;

type Name = keyof typeof FILTERS;

export type TaskFilters = {
  readonly [Filter in Name]?: ((typeof FILTERS)[Filter] extends Check<infer T> ? T : never) | undefined;
};

export const taskFilterInputs = Object.fromEntries(
  Object.entries(FILTERS).map(([name, check]) => [name, optional(check as Check<unknown>)]),
) as { readonly [Filter in Name]-?: Check<TaskFilters[Filter]> };
