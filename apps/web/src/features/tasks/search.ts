import { PRIORITIES, type Priority } from '@tandem/client';
import type { TaskFilter } from '../../api/queries/tasks.ts';
import { SORTS, type Sort } from './order.ts';

/** The groupings of a view other than by status, the default. */
export const GROUPINGS = ['project', 'assignee', 'priority', 'label', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const DUES = ['overdue', 'week', 'none'] as const;
export type Due = (typeof DUES)[number];

/** The view's state in the address, so that it can be bookmarked and shared. */
export interface BoardSearch {
  readonly view?: 'list';
  /** `none` applies to the list only. */
  readonly group?: Grouping;
  readonly sort?: Sort;
  readonly project?: string;
  readonly assigned?: string;
  readonly label?: string;
  readonly priority?: Priority;
  readonly due?: Due;
  /** Filters of a saved view that the page has no control for. */
  readonly more?: TaskFilter;
  /** The id of the saved view that the filters are from. */
  readonly saved?: string;
}

/** Drops invalid values: an address can come from anywhere. The server checks `more`. */
export function boardSearch(given: Record<string, unknown>): BoardSearch {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? { [name]: given[name] } : {};
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) => {
    const value = values.find((each) => each === given[name]);
    return value === undefined ? {} : { [name]: value };
  };
  const view = oneOf('view', ['list']);
  return {
    ...view,
    ...oneOf('group', 'view' in view ? GROUPINGS : GROUPINGS.filter((each) => each !== 'none')),
    ...oneOf('sort', SORTS),
    ...text('project'),
    ...text('assigned'),
    ...text('label'),
    ...oneOf('priority', PRIORITIES),
    ...oneOf('due', DUES),
    ...text('saved'),
    ...(isFilters(given.more) && { more: given.more }),
  };
}

const isFilters = (given: unknown): given is TaskFilter =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && Object.keys(given).length > 0;

/** The matching API filter, without the order. */
export const filtersOf = ({ project, assigned, label, priority, due, more }: BoardSearch): TaskFilter => ({
  ...more,
  ...(project && { projectId: project }),
  ...(assigned && { assigned }),
  ...(label && { label }),
  ...(priority && { priority: [priority] }),
  ...(due && { due }),
});

/** The matching API query. */
export const filterOf = (search: BoardSearch): TaskFilter => ({
  ...filtersOf(search),
  ...(search.sort && { sort: search.sort }),
});

export const isFiltered = (search: BoardSearch): boolean => Object.keys(filtersOf(search)).length > 0;
