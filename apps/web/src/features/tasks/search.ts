import { PRIORITIES, type Priority } from '@tandem/client';
import type { TaskFilter } from '../../api/queries/tasks.ts';

/** The groupings of a view other than by status, the default. */
export const GROUPINGS = ['project', 'assignee', 'priority', 'label', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The view's state in the address, so that it can be bookmarked and shared. */
export interface BoardSearch {
  readonly view?: 'list';
  /** `none` applies to the list only. */
  readonly group?: Grouping;
  readonly project?: string;
  readonly assigned?: string;
  readonly label?: string;
  readonly priority?: Priority;
}

/** Drops invalid values: an address can come from anywhere. */
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
    ...text('project'),
    ...text('assigned'),
    ...text('label'),
    ...oneOf('priority', PRIORITIES),
  };
}

/** The matching API filter. */
export const filterOf = ({ project, assigned, label, priority }: BoardSearch): TaskFilter => ({
  ...(project && { projectId: project }),
  ...(assigned && { assigned }),
  ...(label && { label }),
  ...(priority && { priority: [priority] }),
});

export const isFiltered = (search: BoardSearch): boolean => Object.keys(filterOf(search)).length > 0;
