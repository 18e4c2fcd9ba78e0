import {
  EFFORTS,
  type Effort,
  PRIORITIES,
  type Priority,
  TASK_STATUSES,
  type TaskStatus,
} from '@tandem/client';
import type { TaskFilter } from '../../api/queries/tasks.ts';
import { SORTS, type Sort } from './order.ts';

/** The groupings of a view other than by status, the default. */
export const GROUPINGS = ['project', 'assignee', 'priority', 'label', 'due', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const DUES = ['overdue', 'week', 'none'] as const;
export type Due = (typeof DUES)[number];

/** One value as it is, several as a list, so that common addresses are short. */
export type Several<Value extends string = string> = Value | readonly Value[];

/** The view's state in the address, so that it can be bookmarked and shared. */
export interface BoardSearch {
  readonly view?: 'list';
  /** `none` applies to the list only. */
  readonly group?: Grouping;
  readonly sort?: Sort;
  /** Words of the tasks. */
  readonly q?: string;
  readonly status?: Several<TaskStatus>;
  readonly priority?: Several<Priority>;
  readonly effort?: Several<Effort>;
  /** Names, `me` or `unassigned`. */
  readonly assigned?: Several;
  /** A name or `me`. */
  readonly createdBy?: string;
  /** Ids or `none`. */
  readonly project?: Several;
  readonly label?: Several;
  readonly tag?: Several;
  readonly due?: Due;
  /** Filters of a saved view that the page has no control for. */
  readonly more?: TaskFilter;
  /** The id of the saved view that the filters are from. */
  readonly saved?: string;
  /** The number of the task that is open beside the view. */
  readonly task?: number;
}

/** The filters with a chip, in the order of the menu. */
export const FILTERS = [
  'status',
  'priority',
  'assigned',
  'createdBy',
  'label',
  'project',
  'due',
  'effort',
  'tag',
] as const;
export type FilterName = (typeof FILTERS)[number];

export const valuesOf = (search: BoardSearch, name: FilterName): readonly string[] =>
  [search[name] ?? []].flat();

/** The filter as the address keeps it; undefined for none. */
export const severalOf = <Value extends string>(values: readonly Value[]): Several<Value> | undefined =>
  values.length > 1 ? values : values[0];

/** Drops invalid values: an address can come from anywhere. The server checks `more`. */
export function boardSearch(given: Record<string, unknown>): BoardSearch {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? { [name]: given[name] } : {};
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) => {
    const value = values.find((each) => each === given[name]);
    return value === undefined ? {} : { [name]: value };
  };
  const some = (name: string, values?: readonly string[]) => {
    const fits = (each: unknown): each is string =>
      typeof each === 'string' && each !== '' && (values?.includes(each) ?? true);
    const several = severalOf([...new Set([given[name]].flat().filter(fits))]);
    return several === undefined ? {} : { [name]: several };
  };
  const view = oneOf('view', ['list']);
  return {
    ...view,
    ...oneOf('group', 'view' in view ? GROUPINGS : GROUPINGS.filter((each) => each !== 'none')),
    ...oneOf('sort', SORTS),
    ...text('q'),
    ...some('status', TASK_STATUSES),
    ...some('priority', PRIORITIES),
    ...some('effort', EFFORTS),
    ...some('assigned'),
    ...text('createdBy'),
    ...some('project'),
    ...some('label'),
    ...some('tag'),
    ...oneOf('due', DUES),
    ...text('saved'),
    ...(isFilters(given.more) && { more: given.more }),
    ...(Number.isSafeInteger(given.task) && { task: given.task as number }),
  };
}

const isFilters = (given: unknown): given is TaskFilter =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && Object.keys(given).length > 0;

/** The matching API filter, without the order. */
export const filtersOf = (search: BoardSearch): TaskFilter => {
  const { q, status, priority, effort, assigned, createdBy, project, label, tag, due, more } = search;
  return {
    ...more,
    ...(q && { q }),
    ...(status && { status: [status].flat() }),
    ...(priority && { priority: [priority].flat() }),
    ...(effort && { effort: [effort].flat() }),
    ...(assigned && { assigned }),
    ...(createdBy && { createdBy }),
    ...(project && { projectId: project }),
    ...(label && { label }),
    ...(tag && { tags: [tag].flat() }),
    ...(due && { due }),
  };
};

/** The matching API query. */
export const filterOf = (search: BoardSearch): TaskFilter => ({
  ...filtersOf(search),
  ...(search.sort && { sort: search.sort }),
});

export const isFiltered = (search: BoardSearch): boolean => Object.keys(filtersOf(search)).length > 0;
